import type { BroadcastForm } from '@muster/contract/broadcast-form'
import { type BroadcastSent, broadcastSent } from '@muster/contract/broadcasts'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, busy, notFound } from '../../edge/refusal.ts'
import { createLinks, type Links } from '../../mail/links.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { type BroadcastMessage, enqueueBroadcast } from '../../outbox/enqueue-broadcast.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { loadOftenWritten } from '../../outbox/recipient-cap.ts'
import { writeSms } from '../../outbox/render.ts'
import { lockEvent } from '../events/queries.ts'
import { anyText } from './broadcast-text.ts'
import { type Audience, findAudience, isDeliverable, selectedPhases } from './find-audience.ts'
import { insertBroadcast } from './queries.ts'
import { recordInvitations } from './record-invitations.ts'
import { sentInvitations, writeMessages } from './write-messages.ts'

type Send = { event_id: string; user_id: string; form: BroadcastForm }

/**
 * D16, D29: sends all or none. Shifts are not locked while thousands of messages are written. Throws 400
 * `no_target_group`, `message_required`, `message_too_long`, 404 `event_not_found`, 429 `daily_cap_reached`.
 */
export function sendBroadcast(
  deps: Deps,
  org: OrgId,
  { event_id, user_id, form }: Send,
  attempt?: Attempt,
): Promise<BroadcastSent> {
  return deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, broadcastSent, async () => {
      if (!(await lockEvent(tx, event_id))) throw notFound('event_not_found')
      refuseIncomplete(form)

      const now = deps.now()
      const audience = await findAudience(tx, { event_id, form, now, config: deps.config })
      const context = { audience, form, now }
      const links = createLinks(deps.keys, deps.config)
      const written = await mapYielding(audience.recipients, (recipient) => {
        const messages = writeMessages(context, recipient)
        refuseLong(messages, links)
        return messages
      })
      const messages = written.flat()

      const broadcast_id = newId()
      const sent = { sentCount: messages.length, totalCount: audience.total_count, broadcast_id }
      const { due_at } = await enqueueBroadcast(tx, broadcast_id, messages)
      const invitations = await recordInvitations(
        tx,
        audience.recipients.flatMap((recipient) => sentInvitations(context, recipient)),
        now,
      )
      await insertBroadcast(tx, {
        id: broadcast_id,
        event_id,
        message_type: form.messageType,
        form,
        people_count: audience.recipients.filter(({ channels }) => isDeliverable(channels)).length,
        total_count: sent.totalCount,
        sent_count: sent.sentCount,
        unreachable: listUndeliverable(audience),
        due_at,
        invitations,
        created_by: user_id,
        created_at: now,
      })
      await recordAction(tx, { action: 'broadcast.sent', at: now, event_id, broadcast_id })
      // Counted after the shifts are locked, in the same order as for invitations (D15).
      const channels = messages.map(({ channel }) => channel)
      await countTowardsCap(tx, { channels, config: deps.config, now })
      // Others may have written to the same people since the audience was read: repeated, it leaves them out.
      const isOftenWritten = await loadOftenWritten(tx, messages, {
        config: deps.config,
        except: broadcast_id,
      })
      if (messages.some(isOftenWritten)) throw busy()
      return sent
    }),
  )
}

function refuseIncomplete(form: BroadcastForm): void {
  if (selectedPhases(form).length === 0) throw badRequest('no_target_group')
  if (form.messageType === 'custom' && !anyText(form)) throw badRequest('message_required')
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
