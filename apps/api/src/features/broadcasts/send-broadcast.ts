import { type BroadcastSent, broadcastSent } from '@muster/contract/broadcasts'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { findReplay, storeAnswer } from '../../http/idempotency.ts'
import { badRequest, notFound } from '../../http/refusal.ts'
import { type Links, openLinks } from '../../mail/links.ts'
import { writeSms } from '../../mail/write-sms.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { type BroadcastMessage, enqueueBroadcast } from '../../outbox/enqueue-broadcast.ts'
import { mapInTurns } from '../../outbox/map-yielding.ts'
import { lockEvent } from '../events/queries.ts'
import { type Audience, type BroadcastForm, findAudience, phasesOf } from './find-audience.ts'
import { insertBroadcast } from './queries.ts'
import { renewDeadlines } from './renew-deadlines.ts'
import { linkedParts, writeMessages } from './write-messages.ts'

type Send = { event_id: string; user_id: string; key: string | undefined; form: BroadcastForm }

/**
 * One press of Send (D29): all messages, or none. Two presses at once meet at the event's lock, and the second is given
 * the answer of the first (D16). No shift is locked while thousands of messages are written: who takes a place or
 * leaves one meanwhile is written to as if they had done it a moment later. Refuses with `no_target_group`,
 * `message_required`, `message_too_long` (400), `event_not_found`, `daily_cap_reached`.
 */
export function sendBroadcast(
  deps: Deps,
  org: OrgId,
  { event_id, user_id, key, form }: Send,
): Promise<BroadcastSent> {
  return deps.db.transaction(org, async (tx) => {
    if (!(await lockEvent(tx, event_id))) throw notFound('event_not_found')
    const attempt = { scope_id: event_id, key, body: form }
    const replay = await findReplay(tx, attempt)
    if (replay) return broadcastSent.parse(replay)
    refuseIncomplete(form)

    const now = deps.now()
    const audience = await findAudience(tx, { event_id, form, now, config: deps.config })
    const given = { audience, form, now }
    const links = openLinks(deps.keys, deps.config)
    const written = await mapInTurns(audience.recipients, (recipient) => {
      const messages = writeMessages(given, recipient)
      refuseLong(messages, links)
      return messages
    })
    const messages = written.flat()

    const broadcast_id = newId()
    const sent = { sentCount: messages.length, totalCount: audience.total_count, broadcast_id }
    await insertBroadcast(tx, {
      id: broadcast_id,
      event_id,
      message_type: form.messageType,
      total_count: sent.totalCount,
      sent_count: sent.sentCount,
      unreachable: listUnreachable(audience),
      created_by: user_id,
    })
    await enqueueBroadcast(tx, broadcast_id, messages)
    await storeAnswer(tx, attempt, sent)
    const linked = audience.recipients.flatMap((recipient) => linkedParts(given, recipient))
    await renewDeadlines(tx, linked, now)
    // After the shifts: who invites somebody holds theirs when they count (D15).
    const channels = messages.map(({ channel }) => channel)
    await countTowardsCap(tx, { channels, config: deps.config, now })
    return sent
  })
}

function refuseIncomplete(form: BroadcastForm): void {
  if (phasesOf(form).length === 0) throw badRequest('no_target_group')
  if (form.messageType === 'custom' && !form.customText) throw badRequest('message_required')
}

/** D29: as it will go out, with its link in full length. */
function refuseLong(messages: readonly BroadcastMessage[], links: Links): void {
  const isTooLong = messages.some(
    (message) =>
      message.channel === 'SMS' &&
      !isWithinTenSegments(writeSms(message.content, { language: message.language, links })),
  )
  if (isTooLong) throw badRequest('message_too_long')
}

function listUnreachable({ recipients }: Audience) {
  return recipients.flatMap(({ person, reach }) =>
    reach.flatMap(({ channel, is }) =>
      is === 'reachable' ? [] : [{ person_id: person.id, channel, reason: is }],
    ),
  )
}
