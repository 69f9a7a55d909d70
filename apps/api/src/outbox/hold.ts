import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../live/announce.ts'
import type { Channel, Provider, Providers } from '../providers/provider.ts'
import { OUTBOX_TABLES } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { keyOf, lookUp, organizationOf, textOf, type UnknownMessage } from './resolve.ts'
import { recordOutcomes } from './settle.ts'

/* After a restore, messages unsent in the backup may have been sent since. They are held until an operator knows. */

const RESTORED = 'restored' satisfies FailureCode

/**
 * Sets messages to UNKNOWN without a provider: a worker asks a provider only about messages that it was given, and
 * SendGrid's reports since the backup are lost, so their absence is no proof. Because of the fence, outcomes of
 * workers that still run are ignored. Returns how many rows are held now.
 */
export async function holdMessages(tx: Tx): Promise<number> {
  let held = 0
  for (const table of OUTBOX_TABLES) {
    const { rowCount } = await tx.execute(sql`
      update ${sql.identifier(table)}
      set status = 'UNKNOWN', failure_reason = ${RESTORED}, provider = null, provider_message_id = null,
        asked_at = null, leased_until = null, fence = fence + 1
      where status in ('QUEUED', 'SENDING', 'UNKNOWN')
    `)
    held += rowCount ?? 0
  }
  return held
}

/** Returns the creation time as `asked_at`: nothing better is known of when a provider may have got a message. */
export async function listHeld(tx: Tx): Promise<UnknownMessage[]> {
  const held: UnknownMessage[] = []
  for (const table of OUTBOX_TABLES) {
    const { rows } = await tx.execute<UnknownMessage>(sql`
      select ${organizationOf(table)}, id, channel, template, payload, ${textOf(table)} as body_text, language, address, fence,
        ${isoInstant(sql`created_at`)} as asked_at
      from ${sql.identifier(table)}
      where status = 'UNKNOWN' and failure_reason = ${RESTORED} and provider is null
      order by created_at, id
    `)
    held.push(...rows)
  }
  return held
}

export type Released = { sent: number; released: number }

/** Trusts the operator: the provider has the messages in `sent_ids`, and no others of the channel. */
export async function releaseUnsent(
  tx: Tx,
  { channel, sent_ids }: { channel: Channel; sent_ids: ReadonlySet<string> },
): Promise<Released> {
  const held = (await listHeld(tx)).filter((each) => each.channel === channel)
  const sent = held.filter(({ id }) => sent_ids.has(id))
  await recordOutcomes(
    tx,
    held.map((row) => ({ ...keyOf(row), event: sent_ids.has(row.id) ? 'accepted' : 'absent' })),
  )
  announce(tx, { kind: 'outbox' })
  return { sent: sent.length, released: held.length - sent.length }
}

/** Returns undefined if the channel's provider cannot be asked. Messages about which it cannot tell now stay held. */
export async function releaseByLookup(
  deps: Deps,
  { mail, sms }: Providers,
  channel: Channel,
): Promise<Released | undefined> {
  const provider: Provider<never> | undefined = channel === 'EMAIL' ? mail : sms
  if (provider?.record.kind !== 'lookup') return undefined
  const { record } = provider
  const held = (await deps.db.system(listHeld)).filter((each) => each.channel === channel)
  const counted = { sent: 0, released: 0 }
  for (const row of held) {
    const outcome = await lookUp(deps, record, row)
    if (outcome) counted[outcome === 'accepted' ? 'sent' : 'released']++
  }
  return counted
}

/** Queues an UNKNOWN or FAILED message as if it were new. Returns false if there is none with this id. */
export async function requeueMessage(tx: Tx, id: string): Promise<boolean> {
  for (const table of OUTBOX_TABLES) {
    const isOfDigest = table === 'message' ? sql`digest_id is not null` : sql`false`
    const { rowCount } = await tx.execute(sql`
      update ${sql.identifier(table)}
      set status = 'QUEUED', attempts = 0, fence = fence + 1, failure_reason = null, provider = null,
        provider_message_id = null, due_at = now(), leased_until = null
      where id = ${id} and status in ('UNKNOWN', 'FAILED') and address <> '' and erased_at is null
        and not ${isOfDigest}
    `)
    if (rowCount) {
      announce(tx, { kind: 'outbox' })
      return true
    }
  }
  return false
}
