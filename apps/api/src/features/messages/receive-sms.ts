import { foldAddress } from '@muster/contract/rules/fold'
import { isKeywordAlone, readStopWord } from '@muster/contract/rules/stop-words'
import { cleanText } from '@muster/contract/rules/text'
import { and, asc, desc, eq, gt, like, notLike, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { message, person, suppression } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { announce, announceMessages } from '../../live/announce.ts'
import { insertNewEvents } from '../../outbox/receipts.ts'
import { insertSuppression } from '../../outbox/suppression.ts'
import type { InboundSms } from '../../providers/provider.ts'
import { findNumberOwner } from '../../providers/twilio.ts'

export function receiveSms({ db, config, log }: Deps, { text, ...given }: InboundSms): Promise<void> {
  // PostgreSQL stores no NUL.
  const sms = { ...given, text: text.replaceAll('\0', '') }
  const owner = config.sms?.provider === 'twilio' ? findNumberOwner(config.sms.numbers, sms.to) : null
  return db.system(async (tx) => {
    const [inserted] = await insertNewEvents(tx, [
      { provider: 'twilio', provider_event_id: `${sms.provider_message_id} received` },
    ])
    if (!inserted || (await isReportedTwice(tx, sms, owner))) return
    const organization_id = owner ?? (await findLastWriter(tx, sms.from))
    const sender = organization_id && (await findSender(tx, sms.from, organization_id))
    const wish = readStopWord(sms.text)
    if (wish === 'stop' || wish === 'start') await applyStopWord(tx, sms, { owner, wish })
    if (!sender) return log.warn('an inbound SMS belongs to no person')
    await tx.insert(message).values({
      organization_id: sender.organization_id,
      id: newId(),
      person_id: sender.person_id,
      direction: 'INBOUND',
      channel: 'SMS',
      template: 'inbound',
      payload: {},
      language: '',
      body_text: cleanText(sms.text),
      address: sms.from,
      status: 'DELIVERED',
      provider: 'twilio',
      provider_message_id: sms.provider_message_id,
      delivered_at: sql`now()`,
      is_unread: !isKeywordAlone(sms.text),
    })
    if (wish === 'unclear') await askBack(tx, sender, sms.from)
    announceMessages(tx, [sender])
  })
}

/** Pattern of ids in a thread; the number's own webhook uses others. */
const THREAD_ID = 'IM%'

/**
 * Twilio reports an SMS to a number with threads twice, under unrelated ids: the same text by the other webhook
 * within ten minutes is the same SMS. Each report pairs with one other, so that two SMS with the same text stay two.
 */
async function isReportedTwice(tx: Tx, sms: InboundSms, owner: string | null): Promise<boolean> {
  if (owner === null) return false
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`muster inbound ${sms.from}`}))`)
  const isOtherKind = sms.provider_message_id.startsWith('IM') ? notLike : like
  const candidates = await tx
    .select({ sid: message.provider_message_id })
    .from(message)
    .where(
      and(
        eq(message.organization_id, owner),
        eq(message.address, sms.from),
        eq(message.channel, 'SMS'),
        eq(message.direction, 'INBOUND'),
        eq(message.body_text, cleanText(sms.text)),
        isOtherKind(message.provider_message_id, THREAD_ID),
        gt(message.created_at, sql`now() - interval '10 minutes'`),
      ),
    )
    .orderBy(asc(message.created_at))
  for (const { sid } of candidates) {
    const [paired] = await insertNewEvents(tx, [{ provider: 'twilio', provider_event_id: `${sid} paired` }])
    if (paired) return true
  }
  return false
}

/** Returns the organisation that wrote last to the phone, for a shared number. */
async function findLastWriter(tx: Tx, phone: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ organization_id: message.organization_id })
    .from(message)
    .innerJoin(person, isTo())
    .where(isSmsTo(phone))
    .orderBy(desc(message.created_at))
    .limit(1)
  return found?.organization_id
}

type Sender = { organization_id: string; person_id: string }

/**
 * Prefers the person who has the number to the person who was sent an SMS: a message may have gone to a wrong number
 * (D31). Locks them: deleting them now would also delete the STOP that is being stored.
 */
async function findSender(tx: Tx, phone: string, organization_id: string): Promise<Sender | undefined> {
  return (
    (await findPersonWithPhone(tx, phone, organization_id)) ??
    (await findLastWrittenTo(tx, phone, organization_id))
  )
}

async function findLastWrittenTo(
  tx: Tx,
  phone: string,
  organization_id: string,
): Promise<Sender | undefined> {
  const [found] = await tx
    .select({ organization_id: person.organization_id, person_id: person.id })
    .from(message)
    .innerJoin(person, isTo())
    .where(and(isSmsTo(phone), eq(message.organization_id, organization_id)))
    .orderBy(desc(message.created_at))
    .limit(1)
    .for('key share', { of: person })
  return found
}

async function findPersonWithPhone(
  tx: Tx,
  phone: string,
  organization_id: string,
): Promise<Sender | undefined> {
  const last_written_to = sql`(select max(${message.created_at}) from ${message} where ${isTo()} and ${isSmsTo(phone)})`
  const [found] = await tx
    .select({ organization_id: person.organization_id, person_id: person.id })
    .from(person)
    .where(and(eq(person.organization_id, organization_id), eq(person.phone, phone)))
    .orderBy(sql`${last_written_to} desc nulls last`, asc(person.id))
    .limit(1)
    .for('key share')
  return found
}

const isTo = () => eq(person.id, message.person_id)

const isSmsTo = (phone: string) =>
  and(eq(message.channel, 'SMS'), eq(message.address, phone), eq(message.direction, 'OUTBOUND'))

/** Applies STOP or START. At a shared number, to all organisations that have exchanged SMS with the phone. */
async function applyStopWord(
  tx: Tx,
  { from }: InboundSms,
  { owner, wish }: { owner: string | null; wish: 'stop' | 'start' },
): Promise<void> {
  const organization_ids = owner ? [owner] : await listOrganizationsInContact(tx, from)
  if (wish === 'stop') {
    for (const organization_id of organization_ids) {
      await insertSuppression(tx, { organization_id, channel: 'SMS', address: from, reason: 'stop' })
    }
    return
  }
  await tx
    .delete(suppression)
    .where(
      and(
        isAnyOf(suppression.organization_id, organization_ids),
        eq(suppression.channel, 'SMS'),
        eq(suppression.address, foldAddress(from)),
      ),
    )
}

/** D31: asks once in thirty days whether the shift is meant, or the messages, unless these have been ended. */
async function askBack(tx: Tx, { organization_id, person_id }: Sender, phone: string): Promise<void> {
  await tx.execute(sql`
    insert into message (organization_id, id, person_id, channel, template, payload, language, address)
    select p.organization_id, ${newId()}, p.id, 'SMS', 'stop_or_shift',
      jsonb_build_object('organization_name', o.name, 'contact_email', o.contact_email, 'contact_phone', o.contact_phone),
      coalesce(p.language, o.language), ${phone}
    from person p join organization o on o.id = p.organization_id
    where p.id = ${person_id} and p.organization_id = ${organization_id} and not exists (
      select from message m
      where m.address = ${phone} and m.channel = 'SMS' and m.organization_id = p.organization_id
        and m.template = 'stop_or_shift' and m.created_at > now() - interval '30 days'
    ) and not exists (
      select from suppression s
      where s.address = ${foldAddress(phone)} and s.channel = 'SMS' and s.organization_id = p.organization_id
    )
  `)
  announce(tx, { kind: 'outbox' })
}

async function listOrganizationsInContact(tx: Tx, phone: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ organization_id: message.organization_id })
    .from(message)
    .where(and(eq(message.channel, 'SMS'), eq(message.address, phone)))
  return rows.map(({ organization_id }) => organization_id)
}
