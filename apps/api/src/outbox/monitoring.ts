import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { readNightlyDelay } from '../db/nightly-job.ts'
import { oneRow } from '../db/one-row.ts'
import { workerHeartbeat } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { readWorkerAge } from '../edge/health.ts'

/** Returns the number of live workers. */
export async function recordHeartbeat(tx: Tx, worker_id: string): Promise<number> {
  await tx
    .insert(workerHeartbeat)
    .values({ worker_id })
    .onConflictDoUpdate({ target: workerHeartbeat.worker_id, set: { beat_at: sql`now()` } })
  await tx.delete(workerHeartbeat).where(sql`${workerHeartbeat.beat_at} < now() - interval '1 day'`)
  const { rows } = await tx.execute<{ alive: number }>(sql`
    select count(*)::int as alive from worker_heartbeat where beat_at > now() - interval '30 seconds'
  `)
  return rows[0]?.alive ?? 1
}

export async function deleteHeartbeat(tx: Tx, worker_id: string): Promise<void> {
  await tx.delete(workerHeartbeat).where(eq(workerHeartbeat.worker_id, worker_id))
}

/** `age`: seconds for which the oldest message has been due. */
type OutboxCount = { status: 'QUEUED' | 'SENDING' | 'UNKNOWN'; count: number; age: number }

/** Leaves out messages that wait because their organisation is paused. */
async function countOutbox(tx: Tx, now: string): Promise<OutboxCount[]> {
  const { rows } = await tx.execute<OutboxCount>(sql`
    select status, count(*)::int as count,
      greatest(0, extract(epoch from ${now}::timestamptz - min(due_at)))::float as age
    from (
      select status, due_at from message where status = 'QUEUED' and digest_id is null and not exists (
        select from organization o where o.id = message.organization_id and o.paused_at is not null
      )
      union all select status, due_at from message where status = 'SENDING'
      union all select status, due_at from message where status = 'UNKNOWN'
      union all select status, due_at from account_message where status in ('QUEUED', 'SENDING', 'UNKNOWN')
    ) as outbox
    group by status`)
  return rows
}

/** Reads the figures for /metrics that all processes share. */
export function readFigures({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return db.system(async (tx) => ({
    outbox: await countOutbox(tx, now()),
    nightly_overdue: await readNightlyDelay(tx, now()),
    reminders_overdue: await readReminderDelay(tx, now()),
    worker_age: await readWorkerAge(tx),
    archive_age: await readArchiveAge(tx),
  }))
}

/** D43: returns for how many seconds the oldest reminder has been due. */
async function readReminderDelay(tx: Tx, now: string): Promise<number> {
  const { rows } = await tx.execute<{ delay: number }>(sql`
    select coalesce(extract(epoch from ${now}::timestamptz - min(s.reminder_due_at)), 0)::float as delay
    from shift s join organization o on o.id = s.organization_id and o.ended_at is null
    where s.reminder_due_at <= ${now}
  `)
  return oneRow(rows).delay
}

/** Returns the seconds since PostgreSQL archived a part of its log; null if it archives none. */
async function readArchiveAge(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ age: number | null }>(sql`
    select case when current_setting('archive_mode') <> 'off'
      then extract(epoch from now() - coalesce(last_archived_time, stats_reset))::int end as age
    from pg_stat_archiver`)
  return oneRow(rows).age
}
