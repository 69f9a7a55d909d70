import { readStopWord } from '@muster/contract/rules/stop-words'
import { cleanText, foldName } from '@muster/contract/rules/text'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { message, person, suppression } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { announceMessages } from '../../live/announce.ts'
import { wasToldOtherwise } from '../../outbox/delivery-correction.ts'
import { keepFresh } from '../../outbox/receipts.ts'
import { insertSuppression } from '../../outbox/suppression.ts'
import { ownerOf } from '../../providers/own-number.ts'
import type { InboundSms } from '../../providers/provider.ts'

/** D31: into the history of the person it was last written to from; STOP and START take effect at once. */
export function receiveSms({ db, config, log }: Deps, sms: InboundSms): Promise<void> {
  const owner = config.sms?.provider === 'twilio' ? ownerOf(config.sms.numbers, sms.to) : null
  return db.system(async (tx) => {
    const [fresh] = await keepFresh(tx, [
      { provider: 'twilio', provider_event_id: `${sms.provider_message_id} received` },
    ])
    if (!fresh || (await wasToldOtherwise(tx, sms, owner))) return
    const recipient =
      (await findLastWritten(tx, sms.from, owner)) ??
      (owner ? await findWithPhone(tx, sms.from, owner) : undefined)
    await obeyStopWord(tx, sms, owner)
    if (!recipient) return log.warn('an SMS came from somebody who is nobody’s volunteer')
    await tx.insert(message).values({
      organization_id: recipient.organization_id,
      id: newId(),
      person_id: recipient.person_id,
      direction: 'INBOUND',
      channel: 'SMS',
      template: 'inbound',
      facts: {},
      language: '',
      body_text: cleanText(sms.text),
      address: sms.from,
      status: 'DELIVERED',
      provider: 'twilio',
      provider_message_id: sms.provider_message_id,
      delivered_at: sql`now()`,
    })
    announceMessages(tx, [recipient])
  })
}

/** Held, so that nobody deletes them before the SMS is written: its STOP would be undone with it. */
type Recipient = { organization_id: string; person_id: string }

async function findLastWritten(tx: Tx, phone: string, owner: string | null): Promise<Recipient | undefined> {
  const [found] = await tx
    .select({ organization_id: person.organization_id, person_id: person.id })
    .from(message)
    .innerJoin(
      person,
      and(eq(person.organization_id, message.organization_id), eq(person.id, message.person_id)),
    )
    .where(
      and(
        eq(message.channel, 'SMS'),
        eq(message.address, phone),
        eq(message.direction, 'OUTBOUND'),
        owner ? eq(message.organization_id, owner) : undefined,
      ),
    )
    .orderBy(desc(message.created_at))
    .limit(1)
    .for('key share', { of: person })
  return found
}

/** Somebody who writes first, to the number of an organisation that knows them. */
async function findWithPhone(tx: Tx, phone: string, organization_id: string): Promise<Recipient | undefined> {
  const [found] = await tx
    .select({ organization_id: person.organization_id, person_id: person.id })
    .from(person)
    .where(and(eq(person.organization_id, organization_id), eq(person.phone, phone)))
    .limit(1)
    .for('key share')
  return found
}

/** At a number of everybody's it is meant for all who have written from it. */
async function obeyStopWord(tx: Tx, { from, text }: InboundSms, owner: string | null): Promise<void> {
  const word = readStopWord(text)
  if (!word) return
  const concerned = owner ? [owner] : await listWriters(tx, from)
  if (word === 'stop') {
    for (const organization_id of concerned) {
      await insertSuppression(tx, { organization_id, channel: 'SMS', address: from, reason: 'stop' })
    }
    return
  }
  await tx
    .delete(suppression)
    .where(
      and(
        inArray(suppression.organization_id, concerned),
        eq(suppression.channel, 'SMS'),
        eq(suppression.address, foldName(from)),
      ),
    )
}

async function listWriters(tx: Tx, phone: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ organization_id: message.organization_id })
    .from(message)
    .where(and(eq(message.channel, 'SMS'), eq(message.address, phone)))
  return rows.map(({ organization_id }) => organization_id)
}
