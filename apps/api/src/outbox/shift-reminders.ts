import { groupBy } from '@muster/contract/rules/group-by'
import { addMs } from '@muster/contract/rules/instants'
import { sql } from 'drizzle-orm'
import type { OrgId, Tx } from '../db/client.ts'
import { partsOf } from '../db/parts-of.ts'
import { claimJob, SHIFT_REMINDERS, setJobDue, setLease } from '../db/scheduled-job.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import type { Channel } from '../providers/provider.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'
import { isCostlyNumber } from './costly-number.ts'
import { countTowardsCap } from './daily-cap.ts'
import { type DueReminder, type DueShift, listDueReminders, listDueShifts } from './due-reminders.ts'

import { insertReminders } from './reminder-rows.ts'

const EVERY_MS = 60_000
/** Maximum per transaction after a pause. The rest follows in the next one. */
const LONGEST_SPAN_MS = 60 * 60_000
/** After this time another worker takes over from one that died. */
const LEASE_MS = 2 * 60_000
/** Maximum wait of one organisation's transaction for a lock. The next run tries again. */
const LOCK_TIMEOUT_MS = 1_000
/** Maximum of SMS reminders to one number. */
const MOST_TEXTS_A_DAY = 3

type Task = Pick<Deps, 'db' | 'now' | 'config' | 'log'>
/** `now` is when the run began. */
type Due = { due: readonly DueReminder[]; now: string }
type Step = { since: string; mark: string; now: string }

export function startShiftReminders(deps: Deps): RepeatedTask {
  return repeat(deps, EVERY_MS, (stopping) =>
    traceTask(deps.tracing, 'shift reminders', () => enqueueShiftReminders(deps, stopping)),
  )
}

/**
 * D43: enqueues one e-mail, and one SMS where the event sends SMS, for each person and day. Each shift comes up once,
 * when its hour is reached, in one process. Reminders missed while no worker ran are enqueued afterwards, unless the
 * shift has begun. If the reminders of an organisation cannot be stored, the next run repeats the whole period; the
 * unique index prevents duplicates. Returns how many.
 */
export async function enqueueShiftReminders(deps: Task, stopping?: AbortSignal): Promise<number> {
  const { db, now } = deps
  // Reads the clock once: a clock that goes on would never be reached.
  const until = now()
  let since = await db.system((tx) => claimJob(tx, SHIFT_REMINDERS, { now: until, until: endOfLease(until) }))
  if (since === undefined) return 0
  const run = { ...deps, stopping, renewLease: leaseRenewal(deps, until) }
  let enqueued = 0
  let hasFailed = false
  while (since < until) {
    if (stopping?.aborted) break
    const step: Step = {
      since,
      mark: earlier(until, addMs(since, LONGEST_SPAN_MS)),
      now: until,
    }
    const shifts = await db.system((tx) => listDueShifts(tx, step))
    const stored = await insertAll(run, shifts, step)
    enqueued += stored.inserted
    hasFailed ||= stored.hasFailed
    // Leaves `due_at`, so that the next run reads reminders that were not stored again.
    if (stopping?.aborted) break
    const lease = endOfLease(now())
    await db.system((tx) =>
      hasFailed ? setLease(tx, SHIFT_REMINDERS, lease) : setJobDue(tx, SHIFT_REMINDERS, step.mark, lease),
    )
    since = step.mark
  }
  await db.system((tx) => setLease(tx, SHIFT_REMINDERS, null))
  return enqueued
}

const endOfLease = (now: string) => addMs(now, LEASE_MS)

type Run = Task & { stopping: AbortSignal | undefined; renewLease: () => Promise<void> }

/** Renews the lease only when half of it is over. `leased_at`: when it began. */
function leaseRenewal({ db, now }: Task, leased_at: string): () => Promise<void> {
  let renew_at = addMs(leased_at, LEASE_MS / 2)
  return async () => {
    const renewed_at = now()
    if (renewed_at < renew_at) return
    renew_at = addMs(renewed_at, LEASE_MS / 2)
    await db.system((tx) => setLease(tx, SHIFT_REMINDERS, endOfLease(renewed_at)))
  }
}

/**
 * Reads and stores the reminders of each organisation in separate transactions, so that a failure affects only that
 * organisation.
 */
async function insertAll(
  run: Run,
  shifts: readonly DueShift[],
  step: Step,
): Promise<{ inserted: number; hasFailed: boolean }> {
  let inserted = 0
  let hasFailed = false
  for (const [organization_id, of_one] of groupBy(shifts, (each) => each.organization_id)) {
    if (run.stopping?.aborted) break
    try {
      const due = await run.db.system((tx) => listDueReminders(tx, of_one, step))
      inserted += await insertEmails(run, organization_id, { due, now: step.now })
      inserted += await insertTexts(run, organization_id, { due: await listTexts(run, due), now: step.now })
    } catch (error) {
      hasFailed = true
      run.log.error({ err: error, organization_id }, 'reminders could not be stored')
    }
    await run.renewLease()
  }
  return { inserted, hasFailed }
}

/** A worker that stops leaves the other parts to the next one. */
async function* partsWithLease(
  { stopping, renewLease }: Run,
  due: readonly DueReminder[],
): AsyncGenerator<DueReminder[]> {
  for (const part of partsOf(due)) {
    if (stopping?.aborted) return
    yield part
    await renewLease()
  }
}

/** If one part fails, the earlier ones stay stored. */
async function insertEmails(run: Run, organization_id: OrgId, { due, now }: Due): Promise<number> {
  let inserted = 0
  for await (const part of partsWithLease(run, due)) {
    inserted += await storeReminders(run, organization_id, { channel: 'EMAIL', due: part, now })
  }
  return inserted
}

/**
 * Strangers can sign up with any number, so each gets few of these a day over all organisations (D28). Leaves out
 * those above the limit.
 */
async function listTexts({ db, config }: Task, due: readonly DueReminder[]): Promise<DueReminder[]> {
  const with_phone = due.flatMap(({ phone, ...each }) =>
    phone === null || isCostlyNumber(phone, config) ? [] : { ...each, phone },
  )
  if (with_phone.length === 0) return []
  const earlier_texts = await db.system((tx) =>
    countTexts(
      tx,
      with_phone.map(({ phone }) => phone),
    ),
  )
  return [...groupBy(with_phone, ({ phone }) => phone)].flatMap(([phone, of_number]) =>
    of_number.slice(0, Math.max(0, MOST_TEXTS_A_DAY - (earlier_texts.get(phone) ?? 0))),
  )
}

/** Leaves out those above the daily limit. */
async function insertTexts(run: Run, organization_id: OrgId, { due, now }: Due): Promise<number> {
  let fitting = 0
  for await (const part of partsWithLease(run, due)) {
    const of_part = await insertFitting(run, organization_id, { due: part, now })
    fitting += of_part
    if (of_part === part.length) continue
    run.log.warn({ organization_id, left_out: due.length - fitting }, 'reminders by SMS were left out')
    break
  }
  return fitting
}

async function countTexts(tx: Tx, phones: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ address: string; count: number }>(sql`
    select address, count(*)::int as count from message
    where channel = 'SMS' and address = any(${sql.param([...new Set(phones)])}::text[])
      and template = 'shift_reminder' and created_at > now() - interval '1 day'
    group by address
  `)
  return new Map(rows.map(({ address, count }) => [address, count]))
}

/** Halves the list while it exceeds the daily limit, to store as many as fit. Returns how many are stored. */
async function insertFitting(deps: Task, organization_id: OrgId, { due, now }: Due): Promise<number> {
  try {
    await storeReminders(deps, organization_id, { channel: 'SMS', due, now })
    return due.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (due.length === 1) return 0
    const half = Math.ceil(due.length / 2)
    const first = await insertFitting(deps, organization_id, { due: due.slice(0, half), now })
    // Not all of the half fitted, so the limit is used up.
    if (first < half) return first
    return first + (await insertFitting(deps, organization_id, { due: due.slice(half), now }))
  }
}

async function storeReminders(
  { db, config }: Task,
  organization_id: OrgId,
  { channel, due, now }: Due & { channel: Channel },
): Promise<number> {
  return db.transaction(organization_id, async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
    const count = await insertReminders(tx, { channel, due, now })
    if (channel === 'SMS')
      await countTowardsCap(tx, { channels: Array<Channel>(count).fill('SMS'), config, now })
    return count
  })
}

const earlier = (one: string, other: string) => (one < other ? one : other)
