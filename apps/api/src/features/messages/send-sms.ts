import type { Message } from '@muster/contract/messages'
import { isWithinTenSegments } from '@muster/contract/rules/segments'
import { cleanText, hasForbiddenControl } from '@muster/contract/rules/text'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, invalid, notFound } from '../../http/refusal.ts'
import { countTowardsCap } from './daily-cap.ts'
import { enqueueSms } from './enqueue.ts'
import { getLanguage, lockRecipient, refuseUnreachable } from './recipients.ts'

/**
 * What an administrator writes to one person. Refuses with `message_too_long`, `no_contact_info`, `number_not_allowed`,
 * `opted_out`, `daily_cap_reached`.
 */
export function sendSms(
  { db, config, now }: Deps,
  org: OrgId,
  { person_id, message }: { person_id: string; message: string },
): Promise<Message> {
  return db.transaction(org, async (tx) => {
    const person = await lockRecipient(tx, person_id)
    if (!person) throw notFound('person_not_found')
    const text = readText(message)
    await refuseUnreachable(tx, person, { channels: ['SMS'], config })
    await countTowardsCap(tx, { channels: ['SMS'], config, now: now() })
    return enqueueSms(tx, {
      person,
      language: await getLanguage(tx, person),
      content: { template: 'own_words', facts: { text } },
    })
  })
}

/** D4 */
function readText(message: string): string {
  const text = cleanText(message)
  if (text === '') throw invalid('message', 'empty')
  if (hasForbiddenControl(text)) throw invalid('message', 'unreadable')
  if (!isWithinTenSegments(text)) throw badRequest('message_too_long')
  return text
}
