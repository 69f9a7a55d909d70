import { statusAfter } from '@muster/contract/rules/message-status'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { deleteBatch } from '../db/in-batches.ts'
import { assignment, message, shift, webhookEvent } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../live/announce.ts'
import { markReported } from './resolve.ts'
import { type Outcome, recordOutcomes } from './settle.ts'
import { insertSuppression, type SuppressionReason } from './suppression.ts'

export type Receipt = Omit<Outcome, 'fence' | 'delay_ms'> & {
  event: 'accepted' | 'delivered' | 'undelivered'
  provider: string
  provider_event_id: string
  suppress?: SuppressionReason
}

/** Receipts may be late, repeated and reordered (D31). */
export function recordReceipts({ db }: Deps, receipts: readonly Receipt[]): Promise<void> {
  return db.system(async (tx) => {
    const inserted = await insertNewEvents(tx, receipts)
    if (inserted.length === 0) return
    await markReported(tx, inserted)
    await recordOutcomes(tx, mergeReceipts(inserted))
    for (const receipt of inserted) if (receipt.suppress) await suppress(tx, receipt, receipt.suppress)
  })
}

/** Returns those that no server has recorded before. */
export async function insertNewEvents<T extends { provider: string; provider_event_id: string }>(
  tx: Tx,
  events: readonly T[],
): Promise<T[]> {
  if (events.length === 0) return []
  const inserted = await tx
    .insert(webhookEvent)
    // The order keeps two servers from a deadlock.
    .values(
      events
        .map(({ provider, provider_event_id }) => ({ provider, provider_event_id }))
        .toSorted((a, b) => (a.provider_event_id < b.provider_event_id ? -1 : 1)),
    )
    .onConflictDoNothing()
    .returning({ provider_event_id: webhookEvent.provider_event_id })
  const ids = new Set(inserted.map(({ provider_event_id }) => provider_event_id))
  return events.filter(({ provider_event_id }) => ids.delete(provider_event_id))
}

function mergeReceipts(receipts: readonly Receipt[]): Outcome[] {
  const merged = new Map<string, Outcome>()
  for (const { organization_id, id, event, provider_message_id, failure_reason } of receipts) {
    const before = merged.get(id)
    if (before && statusAfter('SENT', before.event)) continue
    merged.set(id, {
      organization_id,
      id,
      event,
      ...(provider_message_id && { provider_message_id }),
      ...(failure_reason && { failure_reason }),
    })
  }
  return [...merged.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Mail of no organisation, or to an erased person (D33), suppresses nothing. */
async function suppress(tx: Tx, { organization_id, id }: Receipt, reason: SuppressionReason): Promise<void> {
  if (organization_id === null) return
  const [sent] = await tx
    .select({ channel: message.channel, address: message.address, person_id: message.person_id })
    .from(message)
    .where(and(eq(message.organization_id, organization_id), eq(message.id, id), isNull(message.erased_at)))
  if (!sent) return
  const { person_id, ...address } = sent
  await insertSuppression(tx, { ...address, organization_id, reason })
  if (reason === 'hard_bounce' && person_id) await announceBounce(tx, { organization_id, person_id })
}

/** The lists of the person's shifts say that mail does not arrive. */
async function announceBounce(
  tx: Tx,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<void> {
  const shifts = await tx
    .select({ id: shift.id, event_id: shift.event_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(eq(assignment.organization_id, organization_id), eq(assignment.person_id, person_id)))
  for (const { id, event_id } of shifts)
    announce(tx, { kind: 'shifts', organization_id, event_id, shift_ids: [id] })
}

/** Providers repeat a webhook for three days at most. */
export const sweepWebhookEvents = (tx: Tx): Promise<number> =>
  deleteBatch(tx, webhookEvent, sql`${webhookEvent.received_at} < now() - interval '30 days'`)
