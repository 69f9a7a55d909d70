import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { Language } from '@muster/contract/language'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { isOver } from '@muster/contract/rules/shift-phase'
import { newId } from '../../db/ids.ts'
import { toGsmPunctuation } from '../../mail/text.ts'
import type { BroadcastMessage } from '../../outbox/enqueue-broadcast.ts'
import { textIn } from './broadcast-text.ts'
import { type Audience, addressOf, hasLinks, type Place, type Recipient } from './find-audience.ts'

type BroadcastContext = { audience: Audience; form: BroadcastForm; now: string }

export function writeMessages(context: BroadcastContext, recipient: Recipient): BroadcastMessage[] {
  const { person, channels } = recipient
  const { audience, form } = context
  const language = form.language ?? person.language ?? audience.organization.language
  const text = textFor(context, recipient, language)
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

/** The untouched text of a reminder is left out of a first message, which is an invitation (D29). */
function textFor({ audience, form }: BroadcastContext, { places }: Recipient, language: Language) {
  const text = textIn(language, form)
  const isFirst = form.messageType === 'reminder' && isInvitation(places)
  return isFirst && text === defaultReminder(audience.event.name, language) ? null : text
}

const isFirstAsk = ({ is_unasked, is_open }: Place): boolean => is_unasked && is_open

/** D29: true if the person was asked about none of these shifts before. */
export function isInvitation(places: Recipient['places']): boolean {
  const own = places.filter(({ status }) => status === 'INVITED' || status === 'CONFIRMED')
  return own.length > 0 && own.every(isFirstAsk)
}

/** D29: every place counts as sent on each channel: the page of an SMS's link leads to all of them. */
export function sentInvitations({ form }: BroadcastContext, { places, channels }: Recipient) {
  if (!hasLinks(form)) return []
  const deliverable = channels.flatMap(({ channel, status }) => (status === 'reachable' ? [channel] : []))
  if (deliverable.length === 0) return []
  return places
    .filter(({ is_open }) => is_open)
    .map(({ id, shift_id }) => ({ id, shift_id, channels: deliverable }))
}

type Given = { text: string | null; message_id: string }

function mailContent(
  { audience, form, now }: BroadcastContext,
  { person, places }: Recipient,
  { text, message_id }: Given,
) {
  const organizer = { organization_name: audience.organization.name, ...audience.contact }
  if (form.messageType === 'custom') {
    const payload = { message_id, text: text ?? '', ...organizer, event_name: audience.event.name }
    return { template: 'custom_text', payload } as const
  }
  const [first, ...more] = places
  const payload = {
    message_id,
    first_name: person.first_name,
    text,
    ...organizer,
    event: audience.event,
    shifts: [toShiftPayload(first), ...more.map(toShiftPayload)] satisfies [ShiftPayload, ...ShiftPayload[]],
    is_about_past: isAboutPast(places, now),
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
  { person, places }: Recipient,
  { text, message_id }: Given,
) {
  if (form.messageType === 'custom') {
    const payload = { text: toGsmPunctuation(text ?? ''), ...(form.includeStopLink && { message_id }) }
    return { template: 'custom_text', payload } as const
  }
  const urgent = form.includeLink && mostUrgent(places, now)
  const link = urgent ? { ...toShiftPayload(urgent), assignment_id: urgent.id } : null
  const payload = {
    first_name: person.first_name,
    text,
    event: withoutNotes(audience.event),
    shifts: places.map(toShiftPayload),
    is_about_past: isAboutPast(places, now),
    link,
    ...(!link && { message_id }),
  }
  return { template: 'reminder', payload } as const
}

const withoutNotes = ({ notes: _notes, ...event }: Audience['event']) => event

function mostUrgent(places: Recipient['places'], now: string): Place | undefined {
  const linked = places.filter(({ is_closed }) => !is_closed)
  return linked.find(({ is_open }) => is_open) ?? linked.find(({ shift }) => !isOver(shift, now)) ?? linked[0]
}

const isAboutPast = (places: Recipient['places'], now: string) =>
  places.some(({ shift }) => isOver(shift, now))

type ShiftPayload = ReturnType<typeof toShiftPayload>

function toShiftPayload(place: Place) {
  const { id, round, is_open, is_closed, status } = place
  const { role_name, role_description, start_dt, end_dt, meeting_point, note } = place.shift
  const about = { role_name, role_description, start_dt, end_dt, meeting_point, note }
  const state = { round, is_open, is_closed, ...(isFirstAsk(place) && { is_unasked: true }) }
  if (status === 'WAITING') return { waiting_id: id, ...state, ...about }
  return { assignment_id: id, ...(status === 'DECLINED' && { is_declined: true }), ...state, ...about }
}
