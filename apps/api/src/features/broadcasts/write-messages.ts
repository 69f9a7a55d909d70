import { isOver } from '@muster/contract/rules/shift-phase'
import { newId } from '../../db/ids.ts'
import { plainSigns } from '../../mail/sms-text.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { type Audience, addressOf, type BroadcastForm, type Part, type Recipient } from './find-audience.ts'

type Given = { audience: Audience; form: BroadcastForm; now: string }

/** D29: one message for each channel that reaches the person, about all of their shifts. */
export function writeMessages(given: Given, recipient: Recipient): BroadcastMessage[] {
  const { person, reach } = recipient
  const { audience, form } = given
  const isReminder = form.messageType === 'reminder'
  // D32
  const language = isReminder ? form.language : (person.language ?? audience.organization.language)
  return reach.flatMap(({ channel, is }) => {
    const address = addressOf(person, channel)
    if (is !== 'reachable' || !address) return []
    const message = { id: newId(), person_id: person.id, address, language }
    return channel === 'EMAIL'
      ? { ...message, channel, content: writeMail(given, recipient, message.id) }
      : { ...message, channel, content: writeSms(given, recipient, message.id) }
  })
}

/** The assignments whose personal links these messages carry. */
export function linkedParts({ form, now }: Given, { parts, reach }: Recipient): Part[] {
  if (form.messageType === 'custom' || !form.includeLink) return []
  const isReached = (by: 'EMAIL' | 'SMS') =>
    reach.some(({ channel, is }) => channel === by && is === 'reachable')
  if (isReached('EMAIL')) return parts
  return isReached('SMS') ? [mostUrgent(parts, now)] : []
}

function writeMail({ audience, form }: Given, { person, parts }: Recipient, message_id: string) {
  const organization_name = audience.organization.name
  if (form.messageType === 'custom') {
    const facts = {
      message_id,
      text: form.customText ?? '',
      organization_name,
      event_name: audience.event.name,
    }
    return { template: 'own_words', facts } as const
  }
  const [first, ...more] = parts
  const facts = {
    message_id,
    first_name: person.first_name,
    text: form.customText ?? null,
    organization_name,
    event: audience.event,
    shifts: [shown(first), ...more.map(shown)] satisfies [Shown, ...Shown[]],
    has_links: form.includeLink,
  }
  return { template: 'reminder', facts } as const
}

/** D31: without a link to the personal page, which has the way to end them, it brings that way itself. */
function writeSms({ audience, form, now }: Given, { parts }: Recipient, message_id: string) {
  if (form.messageType === 'custom') {
    return { template: 'own_words', facts: { message_id, text: plainSigns(form.customText ?? '') } } as const
  }
  const link = form.includeLink ? shown(mostUrgent(parts, now)) : null
  const facts = {
    text: form.customText ?? null,
    event: audience.event,
    shifts: parts.map(shown),
    link,
    ...(!link && { message_id }),
  }
  return { template: 'reminder', facts } as const
}

/** D29: the earliest that is unanswered; else the next to come. */
function mostUrgent([first, ...more]: Recipient['parts'], now: string): Part {
  const all = [first, ...more]
  return all.find(({ is_open }) => is_open) ?? all.find(({ shift }) => !isOver(shift, now)) ?? first
}

type Shown = ReturnType<typeof shown>

function shown({ id, round, is_open, shift }: Part) {
  const { role_name, role_description, start_dt, end_dt } = shift
  return { assignment_id: id, round, is_open, role_name, role_description, start_dt, end_dt }
}
