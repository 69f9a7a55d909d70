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
import { writeMessages } from './write-messages.ts'

/** Stores nothing, and accepts an incomplete form. */
export function previewBroadcast(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { event_id, form }: { event_id: string; form: BroadcastForm },
): Promise<BroadcastPreview> {
  return db.transaction(org, async (tx) => {
    const now = clock()
    const audience = await findAudience(tx, { event_id, form, now, config })
    const links = createLinks(keys, config)
    const written = await mapYielding(audience.recipients, (recipient) => {
      const messages = writeMessages({ audience, form, now }, recipient)
      const segments = messages.map((message) =>
        message.channel === 'SMS' ? sizeSms(message, links).segments : 0,
      )
      return { recipient, messages, segments: Math.max(0, ...segments) }
    })
    const deliverable = written.filter(({ messages }) => messages.length > 0)
    const [en, sv] = [deliverable.filter(isIn('en')).length, deliverable.filter(isIn('sv')).length]
    return {
      groups: audience.groups,
      total_count: audience.total_count,
      sendable_count: deliverable.reduce((sum, { messages }) => sum + messages.length, 0),
      people_count: deliverable.length,
      languages: { en, sv },
      main_language: mainLanguage({ en, sv }, audience.organization.language),
      expired_count: audience.expired_count,
      recipients: audience.recipients.map(previewRecipient),
      samples: languages.flatMap((language) =>
        writeSample(audience, deliverable.filter(isIn(language)), links),
      ),
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

function previewRecipient({
  person,
  assignments,
  channels,
}: Recipient): BroadcastPreview['recipients'][number] {
  const statusOf = (channel: 'EMAIL' | 'SMS') =>
    channels.find((each) => each.channel === channel)?.status ?? null
  return {
    person_id: person.id,
    first_name: person.first_name,
    last_name: person.last_name,
    shifts: assignments.length,
    email: statusOf('EMAIL'),
    sms: statusOf('SMS'),
  }
}

function writeSample(
  { organization }: Audience,
  written: readonly Written[],
  links: Links,
): BroadcastPreview['samples'] {
  const most = Math.max(0, ...written.map(({ messages }) => messages.length))
  const candidates = written.filter(({ messages }) => messages.length === most)
  const chosen =
    candidates.find(({ recipient }) => recipient.assignments.some(({ is_open }) => is_open)) ?? candidates[0]
  const [first] = chosen?.messages ?? []
  if (!chosen || !first) return []
  const { first_name, last_name } = chosen.recipient.person
  const mail = chosen.messages.find((message) => message.channel === 'EMAIL')
  const sms = chosen.messages.find((message) => message.channel === 'SMS')
  return [
    {
      first_name,
      last_name,
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
