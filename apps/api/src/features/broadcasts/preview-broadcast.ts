import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { countSms } from '@muster/contract/rules/segments'
import { smsSenderOf } from '@muster/contract/rules/sms-sender'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type Links, openLinks } from '../../mail/links.ts'
import { writeLetter } from '../../mail/write-email.ts'
import { writeSms } from '../../mail/write-sms.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { mapInTurns } from '../../outbox/map-yielding.ts'
import { type Audience, type BroadcastForm, findAudience, type Recipient } from './find-audience.ts'
import { writeMessages } from './write-messages.ts'

/** Who would get what if it were sent now. Writes nothing, and does not mind what is still missing. */
export function previewBroadcast(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { event_id, form }: { event_id: string; form: BroadcastForm },
): Promise<BroadcastPreview> {
  return db.transaction(org, async (tx) => {
    const now = clock()
    const audience = await findAudience(tx, { event_id, form, now, config })
    const links = openLinks(keys, config)
    const written = await mapInTurns(audience.recipients, (recipient) => {
      const messages = writeMessages({ audience, form, now }, recipient)
      const segments = messages.map((message) =>
        message.channel === 'SMS' ? readSms(message, links).segments : 0,
      )
      return { recipient, messages, segments: Math.max(0, ...segments) }
    })
    return {
      groups: audience.groups,
      total_count: audience.total_count,
      sendable_count: written.reduce((sum, { messages }) => sum + messages.length, 0),
      recipients: audience.recipients.map(shownRecipient),
      sample: writeSample(audience, written, links),
      most_segments: Math.max(0, ...written.map(({ segments }) => segments)),
    }
  })
}

function shownRecipient({ person, parts, reach }: Recipient): BroadcastPreview['recipients'][number] {
  const by = (channel: 'EMAIL' | 'SMS') => reach.find((each) => each.channel === channel)?.is ?? null
  return {
    person_id: person.id,
    first_name: person.first_name,
    last_name: person.last_name,
    shifts: parts.length,
    email: by('EMAIL'),
    sms: by('SMS'),
  }
}

/** Somebody who gets it every way it goes, and has something to answer, if there is one. */
function writeSample(
  { organization }: Audience,
  written: readonly { recipient: Recipient; messages: BroadcastMessage[] }[],
  links: Links,
): BroadcastPreview['sample'] {
  const most = Math.max(0, ...written.map(({ messages }) => messages.length))
  const whole = written.filter(({ messages }) => messages.length === most && most > 0)
  const chosen = whole.find(({ recipient }) => recipient.parts.some(({ is_open }) => is_open)) ?? whole[0]
  if (!chosen) return null
  const { first_name, last_name } = chosen.recipient.person
  const mail = chosen.messages.find((message) => message.channel === 'EMAIL')
  const sms = chosen.messages.find((message) => message.channel === 'SMS')
  return {
    first_name,
    last_name,
    email: mail ? { from: organization.name, ...readMail(mail, links) } : null,
    sms: sms ? { from: smsSenderOf(organization), ...readSms(sms, links) } : null,
  }
}

type Mail = Extract<BroadcastMessage, { channel: 'EMAIL' }>
type Sms = Extract<BroadcastMessage, { channel: 'SMS' }>

function readMail({ id, content, language }: Mail, links: Links) {
  const { subject, html, text } = writeLetter(content, { id, language, links })
  return { subject, html, text, language }
}

function readSms({ content, language }: Sms, links: Links) {
  const text = writeSms(content, { language, links })
  const { characters, segments } = countSms(text)
  return { text, characters, segments, language }
}
