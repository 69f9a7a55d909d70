import { type Message, message as sentMessage } from '@muster/contract/messages'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { findReplay, storeAnswer } from '../../http/idempotency.ts'
import { badRequest, notFound } from '../../http/refusal.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueSms } from '../../outbox/enqueue.ts'
import { getLanguage, lockRecipient, refuseUnreachable } from '../../outbox/recipients.ts'

/** D16. Throws `message_too_long`, `no_contact_info`, `number_not_allowed`, `opted_out`, `daily_cap_reached`. */
export function sendSms(
  { db, config, now }: Deps,
  org: OrgId,
  { person_id, key, message }: { person_id: string; key: string | undefined; message: string },
): Promise<Message> {
  return db.transaction(org, async (tx) => {
    const person = await lockRecipient(tx, person_id)
    if (!person) throw notFound('person_not_found')
    const attempt = { scope_id: person_id, key, body: { message } }
    const replay = await findReplay(tx, attempt)
    if (replay) return sentMessage.parse(replay)
    if (!isWithinTenSegments(message)) throw badRequest('message_too_long')
    await refuseUnreachable(tx, person, { channels: ['SMS'], config })
    await countTowardsCap(tx, { channels: ['SMS'], config, now: now() })
    const sent = await enqueueSms(tx, {
      person,
      language: await getLanguage(tx, person),
      content: { template: 'custom_text', facts: { text: message } },
    })
    await storeAnswer(tx, attempt, sent)
    return sent
  })
}
