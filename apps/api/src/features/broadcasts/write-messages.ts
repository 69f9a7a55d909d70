import type { BroadcastForm } from '@muster/contract/broadcast-form'
import { isOver } from '@muster/contract/rules/shift-phase'
import { newId } from '../../db/ids.ts'
import { toGsmPunctuation } from '../../mail/text.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { textIn } from './broadcast-text.ts'
import {
  type Audience,
  addressOf,
  type BroadcastAssignment,
  hasLinks,
  type Recipient,
} from './find-audience.ts'

type BroadcastContext = { audience: Audience; form: BroadcastForm; now: string }

export function writeMessages(context: BroadcastContext, recipient: Recipient): BroadcastMessage[] {
  const { person, channels } = recipient
  const { audience, form } = context
  const language = form.language ?? person.language ?? audience.organization.language
  const text = textIn(language, form)
  return channels.flatMap(({ channel, status }) => {
    const address = addressOf(person, channel)
    if (status !== 'reachable' || !address) return []
    const message = { id: newId(), person_id: person.id, address, language }
    const given = { text, message_id: message.id }
    return channel === 'EMAIL'
      ? { ...message, channel, content: mailContent(context, recipient, given) }
      : { ...message, channel, content: smsContent(context, recipient, given) }
  })
}

/** D29: every assignment counts as sent on each channel: the page of an SMS's link leads to all of them. */
export function sentInvitations({ form }: BroadcastContext, { assignments, channels }: Recipient) {
  if (!hasLinks(form)) return []
  const deliverable = channels.flatMap(({ channel, status }) => (status === 'reachable' ? [channel] : []))
  if (deliverable.length === 0) return []
  return assignments
    .filter(({ is_open }) => is_open)
    .map(({ id, shift_id }) => ({ id, shift_id, channels: deliverable }))
}

type Given = { text: string | null; message_id: string }

function mailContent(
  { audience, form, now }: BroadcastContext,
  { person, assignments }: Recipient,
  { text, message_id }: Given,
) {
  const organizer = { organization_name: audience.organization.name, ...audience.contact }
  if (form.messageType === 'custom') {
    const payload = { message_id, text: text ?? '', ...organizer, event_name: audience.event.name }
    return { template: 'custom_text', payload } as const
  }
  const [first, ...more] = assignments
  const payload = {
    message_id,
    first_name: person.first_name,
    text,
    ...organizer,
    event: audience.event,
    shifts: [toShiftPayload(first), ...more.map(toShiftPayload)] satisfies [ShiftPayload, ...ShiftPayload[]],
    is_about_past: isAboutPast(assignments, now),
    has_links: form.includeLink,
  }
  return { template: 'reminder', payload } as const
}

/**
 * D31: `message_id` adds a stop link: to a custom text if the form asks for it, always to a reminder without its own
 * link.
 */
function smsContent(
  { audience, form, now }: BroadcastContext,
  { person, assignments }: Recipient,
  { text, message_id }: Given,
) {
  if (form.messageType === 'custom') {
    const payload = { text: toGsmPunctuation(text ?? ''), ...(form.includeStopLink && { message_id }) }
    return { template: 'custom_text', payload } as const
  }
  const urgent = form.includeLink && mostUrgent(assignments, now)
  const link = urgent ? toShiftPayload(urgent) : null
  const payload = {
    first_name: person.first_name,
    text,
    event: withoutNotes(audience.event),
    shifts: assignments.map(toShiftPayload),
    is_about_past: isAboutPast(assignments, now),
    link,
    ...(!link && { message_id }),
  }
  return { template: 'reminder', payload } as const
}

const withoutNotes = ({ notes: _notes, ...event }: Audience['event']) => event

function mostUrgent(assignments: Recipient['assignments'], now: string): BroadcastAssignment | undefined {
  const linked = assignments.filter(({ is_closed }) => !is_closed)
  return linked.find(({ is_open }) => is_open) ?? linked.find(({ shift }) => !isOver(shift, now)) ?? linked[0]
}

const isAboutPast = (assignments: Recipient['assignments'], now: string) =>
  assignments.some(({ shift }) => isOver(shift, now))

type ShiftPayload = ReturnType<typeof toShiftPayload>

function toShiftPayload({ id, round, is_open, is_closed, shift }: BroadcastAssignment) {
  const { role_name, role_description, start_dt, end_dt } = shift
  return { assignment_id: id, round, is_open, is_closed, role_name, role_description, start_dt, end_dt }
}
