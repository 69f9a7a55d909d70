import { statusAfter } from '@muster/contract/rules/message-status'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { message, webhookEvent } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { learn } from './record-outcome.ts'
import type { Learnt } from './settle.ts'
import { insertSuppression, type SuppressionReason } from './suppression.ts'
import { markHeard } from './unresolved.ts'

/** What a provider tells of a message by itself (D31). */
export type Receipt = Omit<Learnt, 'fence' | 'delay_ms'> & {
  event: 'accepted' | 'delivered' | 'undelivered'
  provider: string
  provider_event_id: string
  /** The address must not be written to any more, and why. */
  suppress?: SuppressionReason
}

/** Late, twice, out of order: what was told before changes nothing, and no message goes back (D27, D31). */
export function takeReceipts({ db }: Deps, receipts: readonly Receipt[]): Promise<void> {
  return db.system(async (tx) => {
    const fresh = await keepFresh(tx, receipts)
    if (fresh.length === 0) return
    await markHeard(tx, fresh)
    await learn(tx, lastWords(fresh))
    for (const receipt of fresh) if (receipt.suppress) await suppress(tx, receipt, receipt.suppress)
  })
}

/** Those that have not been taken before; the primary key decides, however many servers hear them. */
export async function keepFresh<T extends { provider: string; provider_event_id: string }>(
  tx: Tx,
  events: readonly T[],
): Promise<T[]> {
  if (events.length === 0) return []
  const inserted = await tx
    .insert(webhookEvent)
    // Always in the same order: two servers never wait for each other in a circle.
    .values(
      events
        .map(({ provider, provider_event_id }) => ({ provider, provider_event_id }))
        .toSorted((a, b) => (a.provider_event_id < b.provider_event_id ? -1 : 1)),
    )
    .onConflictDoNothing()
    .returning({ provider_event_id: webhookEvent.provider_event_id })
  const fresh = new Set(inserted.map(({ provider_event_id }) => provider_event_id))
  return events.filter(({ provider_event_id }) => fresh.delete(provider_event_id))
}

/** One line per message: of what came together the first word that is final, else that it was accepted. */
function lastWords(receipts: readonly Receipt[]): Learnt[] {
  const words = new Map<string, Learnt>()
  for (const { organization_id, id, event, provider_message_id, failure_reason } of receipts) {
    const before = words.get(id)
    if (before && statusAfter('SENT', before.event)) continue
    words.set(id, {
      organization_id,
      id,
      event,
      ...(provider_message_id && { provider_message_id }),
      ...(failure_reason && { failure_reason }),
    })
  }
  return [...words.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** The address the message went to, for its organisation. Mail that belongs to no organisation suppresses nothing. */
async function suppress(tx: Tx, { organization_id, id }: Receipt, reason: SuppressionReason): Promise<void> {
  if (organization_id === null) return
  const [sent] = await tx
    .select({ channel: message.channel, address: message.address })
    .from(message)
    .where(and(eq(message.organization_id, organization_id), eq(message.id, id)))
  if (sent) await insertSuppression(tx, { ...sent, organization_id, reason })
}

/** For the worker, hourly. Providers repeat for three days at most. */
export async function sweepWebhookEvents(tx: Tx): Promise<void> {
  await tx.delete(webhookEvent).where(sql`${webhookEvent.received_at} < now() - interval '30 days'`)
}
