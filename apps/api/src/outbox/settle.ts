import { type MessageEvent, messageTransitions } from '@muster/contract/rules/message-status'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { MessageKey } from '../providers/provider.ts'
import type { Outbox } from './outboxes.ts'

/** Something learnt of a message; `fence` where it is the claim's own outcome. */
export type Learnt = MessageKey & {
  event: MessageEvent
  fence?: number
  provider_message_id?: string
  failure_reason?: string
  /** Milliseconds until it is due again. */
  delay_ms?: number
}

/** A message whose status has changed. */
export type Changed = MessageKey & { broadcast_id: string | null; person_id: string | null }

const TRANSITIONS = sql.join(
  messageTransitions.map(({ event, from, to }) => sql`(${event}, ${from}, ${to})`),
  sql`, `,
)

/**
 * Writes down what was learnt, one line per message at most, by the table in `rules/message-status`: what changes
 * nothing there changes nothing here. An outcome whose message was claimed again since is passed over. Returns what
 * has changed.
 */
export async function settle(tx: Tx, learnt: readonly Learnt[]): Promise<Changed[]> {
  const of_people = learnt.filter(({ organization_id }) => organization_id !== null)
  const of_accounts = learnt.filter(({ organization_id }) => organization_id === null)
  const changed: Changed[] = []
  if (of_people.length > 0) {
    changed.push(
      ...(await settleIn(tx, 'message', {
        learnt: of_people,
        isSame: sql`m.organization_id = learnt.organization_id and`,
        returning: sql`m.organization_id, m.id, m.broadcast_id, m.person_id`,
      })),
    )
  }
  if (of_accounts.length > 0) {
    const settled = await settleIn(tx, 'account_message', {
      learnt: of_accounts,
      isSame: sql``,
      returning: sql`null as organization_id, m.id, null as broadcast_id, null as person_id`,
    })
    changed.push(...settled, ...(await passOnStatus(tx, settled)))
  }
  return changed
}

async function settleIn(
  tx: Tx,
  outbox: Outbox,
  { learnt, isSame, returning }: { learnt: readonly Learnt[]; isSame: SQL; returning: SQL },
): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed>(sql`
    update ${sql.identifier(outbox)} m
    set status = change.after, leased_until = null, failure_reason = learnt.failure_reason,
      provider_message_id = coalesce(learnt.provider_message_id, m.provider_message_id),
      due_at = case change.after when 'QUEUED' then now() + coalesce(learnt.delay_ms, 0) * interval '1 millisecond' else m.due_at end,
      sent_at = case when change.after in ('SENT', 'DELIVERED') then coalesce(m.sent_at, now()) else m.sent_at end,
      delivered_at = case change.after when 'DELIVERED' then now() else m.delivered_at end
    from jsonb_to_recordset(${JSON.stringify(learnt)}) as learnt (
      organization_id uuid, id uuid, event text, fence int, provider_message_id text, failure_reason text, delay_ms float8
    )
    join (values ${TRANSITIONS}) as change (event, before, after) using (event)
    where ${isSame} m.id = learnt.id and m.status = change.before
      and (learnt.fence is null or m.fence = learnt.fence)
    returning ${returning}
  `)
  return rows
}

/** D28: what became of a digest became of all it takes along. Returns those messages. */
async function passOnStatus(tx: Tx, account_messages: readonly { id: string }[]): Promise<Changed[]> {
  if (account_messages.length === 0) return []
  const ids = account_messages.map(({ id }) => id)
  const { rows } = await tx.execute<Changed>(sql`
    update message m set status = digest.status, failure_reason = digest.failure_reason,
      sent_at = digest.sent_at, delivered_at = digest.delivered_at
    from account_message digest
    where digest.id = any(${sql.param(ids)}::uuid[]) and m.digest_id = digest.id
    returning m.organization_id, m.id, m.broadcast_id, m.person_id
  `)
  return rows
}
