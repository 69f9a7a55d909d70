import type { Language } from '@muster/contract/language'
import type { Message } from '@muster/contract/messages'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueuePersonalEmail } from '../../outbox/enqueue.ts'
import { refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import {
  addressesOf,
  getLanguage,
  getOrganizer,
  lockRecipient,
  refuseUndeliverable,
} from '../../outbox/recipients.ts'
import { listMessages } from './history.ts'

type Order = { person_id: string; subject: string | null; message: string; read_in: Language }

/** D16. Throws `no_contact_info`, `address_bounced`, `opted_out`, `daily_cap_reached`. */
export function sendEmail(
  { db, config, now }: Deps,
  org: OrgId,
  { person_id, subject, message: text, read_in }: Order,
  attempt?: Attempt,
): Promise<Message> {
  return db.transaction(org, async (tx) => {
    const { id } = await oncePerKey(tx, attempt, createdId, async () => {
      const person = await lockRecipient(tx, person_id)
      if (!person) throw notFound('person_not_found')
      await refuseUndeliverable(tx, person, { channels: ['EMAIL'], config })
      await countTowardsCap(tx, { channels: ['EMAIL'], config, now: now() })
      await recordAction(tx, { action: 'message.sent', at: now(), person_ids: [person_id] })
      const [language, organizer] = [await getLanguage(tx, person), await getOrganizer(tx)]
      const sent = await enqueuePersonalEmail(tx, {
        person,
        language,
        content: { subject, text, ...organizer },
      })
      await refuseOftenWritten(tx, addressesOf(person, ['EMAIL']), { config, now: now() })
      return sent
    })
    const [sent] = await listMessages(tx, { person_id, language: read_in, id })
    if (!sent) throw notFound('person_not_found')
    return sent
  })
}
