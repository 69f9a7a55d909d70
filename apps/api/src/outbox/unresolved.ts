import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Channel, MessageKey } from '../providers/provider.ts'
import type { OwnReason } from './failure-text.ts'
import { OUTBOXES, type Outbox } from './outboxes.ts'
import type { Learnt } from './settle.ts'

/** D27: whoever held these died between asking and hearing. Nobody knows, so they are not sent again. */
export async function listLost(tx: Tx): Promise<Learnt[]> {
  const lost: Learnt[] = []
  for (const outbox of OUTBOXES) {
    const { rows } = await tx.execute<MessageKey & { fence: number }>(sql`
      select ${organizationOf(outbox)}, id, fence from ${sql.identifier(outbox)}
      where status = 'SENDING' and leased_until < now()
      limit 10000 for update skip locked
    `)
    for (const row of rows) {
      lost.push({ ...row, event: 'unheard', failure_reason: 'sender_stopped' satisfies OwnReason })
    }
  }
  return lost
}

const organizationOf = (outbox: Outbox) =>
  outbox === 'message' ? sql`organization_id` : sql`null as organization_id`

/** What nobody has heard of, and its provider may be able to tell. */
export type Unheard = MessageKey & {
  channel: Channel
  template: string
  facts: unknown
  language: string
  address: string
  asked_at: string
  fence: number
}

/** Oldest first; those asked about so long ago, in ms, that the provider's record is complete. */
export async function listUnheard(
  tx: Tx,
  { provider, after_ms }: { provider: string; after_ms: number },
): Promise<Unheard[]> {
  const unheard: Unheard[] = []
  for (const outbox of OUTBOXES) {
    const { rows } = await tx.execute<Unheard>(sql`
      select ${organizationOf(outbox)}, id, ${outbox === 'message' ? sql`channel` : sql`'EMAIL' as channel`},
        template, facts, language, address, fence,
        to_char(asked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at
      from ${sql.identifier(outbox)}
      where status = 'UNKNOWN' and provider = ${provider}
        and asked_at <= now() - ${after_ms} * interval '1 millisecond'
      order by asked_at limit 1000
    `)
    unheard.push(...rows)
  }
  return unheard
}

/** When the latest was asked for of those the provider has told of by itself. */
export async function findLatestHeard(tx: Tx, provider: string): Promise<string | undefined> {
  const latest = (outbox: Outbox) => sql`(
    select asked_at from ${sql.identifier(outbox)}
    where provider = ${provider} and heard_at is not null order by asked_at desc limit 1
  )`
  const { rows } = await tx.execute<{ asked_at: string | null }>(sql`
    select to_char(greatest(${latest('message')}, ${latest('account_message')}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as asked_at
  `)
  return rows[0]?.asked_at ?? undefined
}

/** Whether the provider's name for a message is known to be another one's. */
export async function isTaken(tx: Tx, provider_message_id: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from message where provider_message_id = ${provider_message_id} limit 1`,
  )
  return rows.length > 0
}

/** The provider has told of these by itself: it tells, so its silence about others means something. */
export async function markHeard(tx: Tx, keys: readonly MessageKey[]): Promise<void> {
  const rows = JSON.stringify(keys.map(({ organization_id, id }) => ({ organization_id, id })))
  await tx.execute(sql`
    update message m set heard_at = now() from jsonb_to_recordset(${rows}) as heard (organization_id uuid, id uuid)
    where m.organization_id = heard.organization_id and m.id = heard.id and m.heard_at is null
  `)
  await tx.execute(sql`
    update account_message m set heard_at = now() from jsonb_to_recordset(${rows}) as heard (organization_id uuid, id uuid)
    where heard.organization_id is null and m.id = heard.id and m.heard_at is null
  `)
}
