import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { type Language, languages } from '@muster/contract/language'
import { countSms } from '@muster/contract/rules/segments'
import { smsSenderOf } from '@muster/contract/rules/sms-sender'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { createLinks, type Links } from '../../mail/links.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { writeEmail, writeSms } from '../../outbox/render.ts'
import { type Audience, findAudience, type Recipient } from './find-audience.ts'
import { isInvitation, writeMessages } from './write-messages.ts'

export type Preview = { event_id: string; form: BroadcastForm; as_person_id?: string | undefined }

/** Stores nothing, and accepts an incomplete form. */
export function previewBroadcast(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { event_id, form, as_person_id }: Preview,
): Promise<BroadcastPreview> {
  return db.transaction(org, async (tx) => {
    const now = clock()
    const audience = await findAudience(tx, { event_id, form, now, config })
    const links = createLinks(keys, config)
    const written = await mapYielding(audience.recipients, (recipient) => {
      const messages = writeMessages({ audience, form, now }, recipient)
      const sms = messages.find((message) => message.channel === 'SMS')
      return { recipient, messages, segments: sms ? sizeSms(sms, links).segments : 0 }
    })
    const deliverable = written.filter(({ messages }) => messages.length > 0)
    const [en, sv] = [deliverable.filter(isIn('en')).length, deliverable.filter(isIn('sv')).length]
    return {
      groups: audience.groups,
      statuses: audience.statuses,
      total_count: audience.total_count,
      sendable_count: deliverable.reduce((sum, { messages }) => sum + messages.length, 0),
      people_count: deliverable.length,
      languages: { en, sv },
      main_language: mainLanguage({ en, sv }, audience.organization.language),
      expired_count: audience.expired_count,
      unasked_count: deliverable.filter(({ recipient }) => isInvitation(recipient.places)).length,
      recipients: audience.recipients.map(previewRecipient),
      left_out: audience.left_out.map(nameOf),
      samples: languages.flatMap((language) =>
        writeSample(audience, chooseSample(deliverable.filter(isIn(language)), as_person_id), links),
      ),
      sms_segments: written.reduce((sum, { segments }) => sum + segments, 0),
      most_segments: Math.max(0, ...written.map(({ segments }) => segments)),
    }
  })
}

/** D32: returns the language of most recipients, never that of the administrator. */
function mainLanguage({ en, sv }: Record<Language, number>, of_organization: Language): Language {
  if (en === sv) return of_organization
  return sv > en ? 'sv' : 'en'
}

type Written = { recipient: Recipient; messages: BroadcastMessage[] }

const isIn =
  (language: Language) =>
  ({ messages }: Written) =>
    messages[0]?.language === language

function previewRecipient({ person, places, channels }: Recipient): BroadcastPreview['recipients'][number] {
  const statusOf = (channel: 'EMAIL' | 'SMS') =>
    channels.find((each) => each.channel === channel)?.status ?? null
  return {
    ...nameOf(person),
    shifts: places.length,
    email: statusOf('EMAIL'),
    sms: statusOf('SMS'),
  }
}

const nameOf = ({ id: person_id, first_name, last_name }: Recipient['person']) => ({
  person_id,
  first_name,
  last_name,
})

/**
 * Returns the messages of `as_person_id`. Without it, returns those of the recipient with the most channels, preferably
 * one with an open question.
 */
export function chooseSample(
  written: readonly Written[],
  as_person_id: string | undefined,
): Written | undefined {
  if (as_person_id !== undefined) return written.find(({ recipient }) => recipient.person.id === as_person_id)
  const most = Math.max(0, ...written.map(({ messages }) => messages.length))
  const candidates = written.filter(({ messages }) => messages.length === most)
  return candidates.find(({ recipient }) => recipient.places.some(({ is_open }) => is_open)) ?? candidates[0]
}

function writeSample(
  { organization }: Pick<Audience, 'organization'>,
  chosen: Written | undefined,
  links: Links,
): BroadcastPreview['samples'] {
  const [first] = chosen?.messages ?? []
  if (!chosen || !first) return []
  const mail = chosen.messages.find((message) => message.channel === 'EMAIL')
  const sms = chosen.messages.find((message) => message.channel === 'SMS')
  return [
    {
      ...nameOf(chosen.recipient.person),
      language: first.language,
      email: mail ? { from: organization.name, ...previewMail(mail, links) } : null,
      sms: sms ? { from: smsSenderOf(organization), ...previewSms(sms, links) } : null,
    },
  ]
}

type Mail = Extract<BroadcastMessage, { channel: 'EMAIL' }>
type Sms = Extract<BroadcastMessage, { channel: 'SMS' }>

function previewMail({ id, content, language }: Mail, links: Links) {
  const { subject, html, text } = writeEmail({ id, language, ...content }, links)
  return { subject, html, text }
}

function previewSms(sms: Sms, links: Links) {
  const { text, characters, segments } = sizeSms(sms, links)
  return { text, characters, segments, stop_link: costOfStopLink(sms, links) }
}

function costOfStopLink(sms: Sms, links: Links) {
  const { id: message_id, content } = sms
  if (content.template !== 'custom_text') return null
  const { text } = content.payload
  const without = sizeSms({ ...sms, content: { ...content, payload: { text } } }, links)
  const complete = sizeSms({ ...sms, content: { ...content, payload: { text, message_id } } }, links)
  return {
    characters: complete.characters - without.characters,
    segments: complete.segments - without.segments,
  }
}

function sizeSms({ id, content, language }: Sms, links: Links) {
  const text = writeSms({ id, language, ...content }, links)
  const { characters, segments } = countSms(text)
  return { text, characters, segments }
}
