import { setTimeout as sleep } from 'node:timers/promises'
import { type MessageEvent, messageTransitions } from '@muster/contract/rules/message-status'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { announce, announceMessages } from '../live/announce.ts'
import type { MessageKey } from '../providers/provider.ts'
import type { OutboxTable } from './claim.ts'

/** `fence` is set only when a worker reports its own claim. */
export type Outcome = MessageKey & {
  event: MessageEvent
  fence?: number
  provider_message_id?: string
  failure_reason?: string
  /** ms until the message is due again. */
  delay_ms?: number
}

export type ChangedMessage = MessageKey & { broadcast_id: string | null; person_id: string | null }

const TRANSITIONS = sql.join(
  messageTransitions.map(({ event, from, to }) => sql`(${event}, ${from}, ${to})`),
  sql`, `,
)

/** Applies `rules/message-status` to one outcome per message. Ignores outcomes of claims before the last one. */
export async function settle(tx: Tx, outcomes: readonly Outcome[]): Promise<ChangedMessage[]> {
  const of_messages = outcomes.filter(({ organization_id }) => organization_id !== null)
  const of_account_messages = outcomes.filter(({ organization_id }) => organization_id === null)
  const changed: ChangedMessage[] = []
  if (of_messages.length > 0) {
    changed.push(
      ...(await settleTable(tx, 'message', {
        outcomes: of_messages,
        isSame: sql`m.organization_id = outcome.organization_id and`,
        returning: sql`m.organization_id, m.id, m.broadcast_id, m.person_id`,
      })),
    )
  }
  if (of_account_messages.length > 0) {
    const settled = await settleTable(tx, 'account_message', {
      outcomes: of_account_messages,
      isSame: sql``,
      returning: sql`null as organization_id, m.id, null as broadcast_id, null as person_id`,
    })
    changed.push(...settled, ...(await settleDigested(tx, settled)))
  }
  return changed
}

async function settleTable(
  tx: Tx,
  table: OutboxTable,
  { outcomes, isSame, returning }: { outcomes: readonly Outcome[]; isSame: SQL; returning: SQL },
): Promise<ChangedMessage[]> {
  const { rows } = await tx.execute<ChangedMessage>(sql`
    update ${sql.identifier(table)} m
    set status = change.after, leased_until = null, failure_reason = ${reasonFrom('outcome')},
      provider_message_id = coalesce(outcome.provider_message_id, m.provider_message_id),
      due_at = case change.after when 'QUEUED' then now() + coalesce(outcome.delay_ms, 0) * interval '1 millisecond' else m.due_at end,
      sent_at = case when change.after in ('SENT', 'DELIVERED') then coalesce(m.sent_at, now()) else m.sent_at end,
      delivered_at = case change.after when 'DELIVERED' then now() else m.delivered_at end
    from jsonb_to_recordset(${JSON.stringify(outcomes.map(withStorableReason))}) as outcome (
      organization_id uuid, id uuid, event text, fence int, provider_message_id text, failure_reason text, delay_ms float8
    )
    join (values ${TRANSITIONS}) as change (event, before, after) using (event)
    where ${isSame} m.id = outcome.id and m.status = change.before
      and (outcome.fence is null or m.fence = outcome.fence)
    returning ${returning}
  `)
  return rows
}

const MOST_WORDS = 500

/**
 * A reason may be the words of a stranger's mail server. PostgreSQL stores no NUL and no half of a surrogate pair: one
 * such outcome would keep all others from being recorded. `failureText` searches long words in quadratic time.
 */
const withStorableReason = ({ failure_reason, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  ...(failure_reason !== undefined && {
    failure_reason: failure_reason.slice(0, MOST_WORDS).replace(/[\p{Cc}\p{Cs}]/gu, ' '),
  }),
})

/** Keeps the reason out of an erased message: a late report of a provider may repeat the address (D33). */
const reasonFrom = (table: string) =>
  sql`case when m.address <> '' then ${sql.identifier(table)}.failure_reason end`

/** The messages in a digest take over its status (D28). */
async function settleDigested(
  tx: Tx,
  account_messages: readonly { id: string }[],
): Promise<ChangedMessage[]> {
  if (account_messages.length === 0) return []
  const ids = account_messages.map(({ id }) => id)
  const { rows } = await tx.execute<ChangedMessage>(sql`
    update message m set status = digest.status, failure_reason = ${reasonFrom('digest')},
      sent_at = digest.sent_at, delivered_at = digest.delivered_at
    from account_message digest
    where digest.id = any(${sql.param(ids)}::uuid[]) and m.digest_id = digest.id
    returning m.organization_id, m.id, m.broadcast_id, m.person_id
  `)
  return rows
}

export async function recordOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<ChangedMessage[]> {
  const changed = await settle(tx, outcomes)
  const broadcasts = new Map(
    changed.map(({ broadcast_id, organization_id }) => [broadcast_id, organization_id]),
  )
  for (const [broadcast_id, organization_id] of broadcasts) {
    if (broadcast_id && organization_id) announce(tx, { kind: 'broadcast', organization_id, broadcast_id })
  }
  announceMessages(tx, changed)
  return changed
}

const RETRY_MS = 500
/** Outcomes that cannot be recorded within this time are resolved as after a crash. */
const RETRY_AT_STOP_MS = 5_000

type OutcomeRecorder = {
  record(outcome: Outcome): Promise<void>
  stop(): void
}

/** Outcomes that arrive during a transaction go into the next: 20 times the throughput of one transaction each. */
export function createOutcomeRecorder({ db, log }: Pick<Deps, 'db' | 'log'>): OutcomeRecorder {
  let retry_until = Number.POSITIVE_INFINITY
  let waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  async function writeWaiting(): Promise<void> {
    await Promise.resolve()
    const batch = waiting
    waiting = []
    writing = undefined
    await write(batch)
  }

  async function write(batch: readonly Outcome[]): Promise<void> {
    for (;;) {
      try {
        await db.system((tx) => recordOutcomes(tx, batch))
        return
      } catch (error) {
        if (performance.now() >= retry_until) {
          log.error({ err: error, messages: batch.length }, 'outcomes could not be recorded')
          return
        }
        log.error({ err: error, messages: batch.length }, 'outcomes could not be recorded; retrying')
        await sleep(RETRY_MS)
      }
    }
  }

  return {
    record(outcome) {
      waiting.push(outcome)
      writing ??= last = last.then(writeWaiting)
      return writing
    },
    stop() {
      retry_until = performance.now() + RETRY_AT_STOP_MS
    },
  }
}
