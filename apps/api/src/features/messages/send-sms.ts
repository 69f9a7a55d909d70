import type { Language } from '@muster/contract/language'
import type { Message } from '@muster/contract/messages'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, notFound } from '../../edge/refusal.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueSms } from '../../outbox/enqueue.ts'
import { refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf, getLanguage, lockRecipient, refuseUndeliverable } from '../../outbox/recipients.ts'
import { listMessages } from './history.ts'

/** D16. Throws `message_too_long`, `no_contact_info`, `number_not_allowed`, `opted_out`, `daily_cap_reached`. */
export function sendSms(
  { db, config, now }: Deps,
  org: OrgId,
  { person_id, message, read_in }: { person_id: string; message: string; read_in: Language },
  attempt?: Attempt,
): Promise<Message> {
  return db.transaction(org, async (tx) => {
    const { id } = await oncePerKey(tx, attempt, createdId, async () => {
      const person = await lockRecipient(tx, person_id)
      if (!person) throw notFound('person_not_found')
      if (!isWithinTenSegments(message)) throw badRequest('message_too_long')
      await refuseUndeliverable(tx, person, { channels: ['SMS'], config })
      await countTowardsCap(tx, { channels: ['SMS'], config, now: now() })
      await recordAction(tx, { action: 'message.sent', at: now(), person_ids: [person_id] })
      const sent = await enqueueSms(tx, {
        person,
        language: await getLanguage(tx, person),
        content: { template: 'custom_text', payload: { text: message } },
      })
      await refuseOftenWritten(tx, addressesOf(person, ['SMS']), { config, now: now() })
      return sent
    })
    const [sent] = await listMessages(tx, { person_id, language: read_in, id })
    if (!sent) throw notFound('person_not_found')
    return sent
  })
}
