import type { BroadcastForm } from '@muster/contract/broadcast-form'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, busy } from '../../edge/refusal.ts'
import { createLinks, type Links } from '../../mail/links.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { type BroadcastMessage, enqueueBroadcast } from '../../outbox/enqueue-broadcast.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { loadOftenWritten } from '../../outbox/recipient-cap.ts'
import { writeSms } from '../../outbox/render.ts'
import { type Audience, findAudience, isDeliverable } from './find-audience.ts'
import { recordInvitations } from './record-invitations.ts'
import { sentInvitations, writeMessages } from './write-messages.ts'

type Order = { event_id: string; form: BroadcastForm; now: string }

/** Returns the audience and its messages, and stores nothing. Throws 400 `message_too_long`, 404 `event_not_found`. */
export async function writeToAudience(
  tx: OrgTx,
  { keys, config }: Pick<Deps, 'keys' | 'config'>,
  { event_id, form, now }: Order,
) {
  const audience = await findAudience(tx, { event_id, form, now, config })
  const context = { audience, form, now }
  const links = createLinks(keys, config)
  const written = await mapYielding(audience.recipients, (recipient) => {
    const messages = writeMessages(context, recipient)
    refuseLong(messages, links)
    return messages
  })
  return { audience, context, messages: written.flat() }
}

/**
 * D29: all or none. `waits_ms`: how long the messages can all be undone. Shifts are not locked while thousands of
 * messages are written. Returns columns of the broadcast. Throws like `writeToAudience`, and 429 `daily_cap_reached`.
 */
export async function enqueueRecipients(
  tx: OrgTx,
  deps: Pick<Deps, 'keys' | 'config'>,
  { id, waits_ms, ...order }: Order & { id: string; waits_ms: number },
) {
  const { now } = order
  const { audience, context, messages } = await writeToAudience(tx, deps, order)
  const { due_at } = await enqueueBroadcast(tx, { id, waits_ms }, messages)
  const invitations = await recordInvitations(
    tx,
    audience.recipients.flatMap((recipient) => sentInvitations(context, recipient)),
    now,
  )
  // Counted after the shifts are locked, in the same order as for invitations (D15).
  const channels = messages.map(({ channel }) => channel)
  await countTowardsCap(tx, { channels, config: deps.config, now })
  // Others may have written to the same people since the audience was read: repeated, it leaves them out.
  const isOftenWritten = await loadOftenWritten(tx, messages, { config: deps.config, except: id })
  if (messages.some(isOftenWritten)) throw busy()
  return {
    people_count: audience.recipients.filter(({ channels: own }) => isDeliverable(own)).length,
    total_count: audience.total_count,
    sent_count: messages.length,
    unreachable: listUndeliverable(audience),
    due_at,
    invitations,
    created_at: now,
  }
}

/** Refuses messages that are too long with the full length of their links (D29). */
function refuseLong(messages: readonly BroadcastMessage[], links: Links): void {
  const isTooLong = messages.some(
    ({ id, channel, language, content }) =>
      channel === 'SMS' && !isWithinTenSegments(writeSms({ id, language, ...content }, links)),
  )
  if (isTooLong) throw badRequest('message_too_long')
}

function listUndeliverable({ recipients }: Audience) {
  return recipients.flatMap(({ person, channels }) =>
    channels.flatMap(({ channel, status }) =>
      status === 'reachable' ? [] : [{ person_id: person.id, channel, reason: status }],
    ),
  )
}
