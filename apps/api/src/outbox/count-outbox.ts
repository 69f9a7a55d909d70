import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'

/** For operators: what is not settled, of all organisations together, and since when the oldest has been due (seconds). */
export type OutboxCount = { status: 'QUEUED' | 'SENDING' | 'UNKNOWN'; count: number; age: number }

/** Each part reads a partial index alone: settled messages are never looked at. */
export async function countOutbox(tx: Tx, now: string): Promise<OutboxCount[]> {
  const { rows } = await tx.execute<OutboxCount>(sql`
    select status, count(*)::int as count,
      greatest(0, extract(epoch from ${now}::timestamptz - min(due_at)))::float as age
    from (
      select status, due_at from message where status = 'QUEUED' and digest_id is null
      union all select status, due_at from message where status = 'SENDING'
      union all select status, due_at from message where status = 'UNKNOWN'
      union all select status, due_at from account_message where status in ('QUEUED', 'SENDING', 'UNKNOWN')
    ) as outbox
    group by status`)
  return rows
}
