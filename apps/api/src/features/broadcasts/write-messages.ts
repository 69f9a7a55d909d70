import { isOver } from '@muster/contract/rules/shift-phase'
import { newId } from '../../db/ids.ts'
import { toGsmPunctuation } from '../../mail/text.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import {
  type Audience,
  addressOf,
  type BroadcastAssignment,
  type BroadcastForm,
  type Recipient,
} from './find-audience.ts'

type BroadcastContext = { audience: Audience; form: BroadcastForm; now: string }

/** D29: one message per reachable channel, about all of the person's shifts. */
export function writeMessages(context: BroadcastContext, recipient: Recipient): BroadcastMessage[] {
  const { person, channels } = recipient
  const { audience, form } = context
  const isReminder = form.messageType === 'reminder'
  // D32
  const language = isReminder ? form.language : (person.language ?? audience.organization.language)
  return channels.flatMap(({ channel, status }) => {
    const address = addressOf(person, channel)
    if (status !== 'reachable' || !address) return []
    const message = { id: newId(), person_id: person.id, address, language }
    return channel === 'EMAIL'
      ? { ...message, channel, content: mailContent(context, recipient, message.id) }
      : { ...message, channel, content: smsContent(context, recipient, message.id) }
  })
}

export function linkedAssignments(
  { form, now }: BroadcastContext,
  { assignments, channels }: Recipient,
): BroadcastAssignment[] {
  if (form.messageType === 'custom' || !form.includeLink) return []
  const isReachable = (by: 'EMAIL' | 'SMS') =>
    channels.some(({ channel, status }) => channel === by && status === 'reachable')
  if (isReachable('EMAIL')) return assignments
  return isReachable('SMS') ? [mostUrgent(assignments, now)] : []
}

function mailContent(
  { audience, form }: BroadcastContext,
  { person, assignments }: Recipient,
  message_id: string,
) {
  const organizer = { organization_name: audience.organization.name, ...audience.contact }
  if (form.messageType === 'custom') {
    const facts = {
      message_id,
      text: form.customText ?? '',
      ...organizer,
      event_name: audience.event.name,
    }
    return { template: 'own_words', facts } as const
  }
  const [first, ...more] = assignments
  const facts = {
    message_id,
    first_name: person.first_name,
    text: form.customText ?? null,
    ...organizer,
    event: audience.event,
    shifts: [toFacts(first), ...more.map(toFacts)] satisfies [ShiftFacts, ...ShiftFacts[]],
    has_links: form.includeLink,
  }
  return { template: 'reminder', facts } as const
}

/** D31: `message_id` adds an unsubscribe link where there is no personal link, whose page has one. */
function smsContent(
  { audience, form, now }: BroadcastContext,
  { assignments }: Recipient,
  message_id: string,
) {
  if (form.messageType === 'custom') {
    return {
      template: 'own_words',
      facts: { message_id, text: toGsmPunctuation(form.customText ?? '') },
    } as const
  }
  const link = form.includeLink ? toFacts(mostUrgent(assignments, now)) : null
  const facts = {
    text: form.customText ?? null,
    event: audience.event,
    shifts: assignments.map(toFacts),
    link,
    ...(!link && { message_id }),
  }
  return { template: 'reminder', facts } as const
}

/** D29: the earliest open invitation, else the next shift. */
function mostUrgent([first, ...more]: Recipient['assignments'], now: string): BroadcastAssignment {
  const all = [first, ...more]
  return all.find(({ is_open }) => is_open) ?? all.find(({ shift }) => !isOver(shift, now)) ?? first
}

type ShiftFacts = ReturnType<typeof toFacts>

function toFacts({ id, round, is_open, shift }: BroadcastAssignment) {
  const { role_name, role_description, start_dt, end_dt } = shift
  return { assignment_id: id, round, is_open, role_name, role_description, start_dt, end_dt }
}
