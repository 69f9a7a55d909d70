import type { Event } from '@muster/contract/events'
import type { PublicNames } from '@muster/contract/public-event'
import { DEFAULT_CANCEL_HOURS } from '@muster/contract/rules/answer-change'
import type { Approval } from '@muster/contract/rules/approval'
import { isSecondTime } from '@muster/contract/rules/clock-change'
import { DEFAULT_REMINDER_HOURS, REMINDER_HOURS } from '@muster/contract/rules/shift-reminder'
import type { SwapMode } from '@muster/contract/rules/swap'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { instantToWall } from '@muster/contract/rules/zone'
import { now } from '../../clock.ts'
import type { EventChange } from './api.ts'
import { draftOfQuestion, type QuestionDraft, questionOf } from './questions/question-draft.ts'

/** Hours before the shift, or a word (D39). */
export type CancelUntil = '0' | '24' | '48' | '72' | 'other' | 'never'

export const OFFERED_CANCEL_HOURS = ['24', '48', '72'] as const satisfies readonly CancelUntil[]

type CancelDraft = Pick<EventDraft, 'cancel_until' | 'cancel_hours'>

/** The form's values as typed. Times are wall times in `time_zone` (D25). */
export type EventDraft = {
  name: string
  location: string
  starts: string
  ends: string
  /** D25: of a time that comes twice, the second is meant. */
  starts_second: boolean
  ends_second: boolean
  time_zone: string
  description: string
  notes: string
  public_names: PublicNames
  contact_email: string
  contact_phone: string
  cancel_until: CancelUntil
  cancel_hours: string
  /** Hours before the shift (D43). */
  reminder: '24' | '48' | '72' | 'none'
  reminder_sms: boolean
  waiting_list: boolean
  late_signup: boolean
  /** D56 */
  certificates: boolean
  /** D58 */
  swap: SwapMode
  /** D52 */
  approval: Approval
  /** D50: whole numbers, or empty. */
  max_shifts: string
  min_rest_hours: string
  questions: QuestionDraft[]
  /** D49. Closed: `closes` is in the past. */
  signup: 'draft' | 'open' | 'closed'
  /** Wall times, or empty. */
  opens: string
  closes: string
  /** V1 */
  unanswered: 'keep' | 'free'
  /** D21: what happens to the shifts if the event starts on another day. */
  shifts: 'move' | 'leave' | ''
}

export function emptyDraft(time_zone: string): EventDraft {
  return {
    name: '',
    location: '',
    starts: '',
    ends: '',
    starts_second: false,
    ends_second: false,
    time_zone,
    description: '',
    notes: '',
    public_names: 'full',
    contact_email: '',
    contact_phone: '',
    ...cancelDraftOf(DEFAULT_CANCEL_HOURS),
    reminder: `${DEFAULT_REMINDER_HOURS}`,
    reminder_sms: false,
    waiting_list: true,
    late_signup: false,
    certificates: false,
    swap: 'link',
    approval: 'none',
    max_shifts: '',
    min_rest_hours: '',
    questions: [],
    signup: 'draft',
    opens: '',
    closes: '',
    unanswered: 'keep',
    shifts: '',
  }
}

export function draftOf(event: Event): EventDraft {
  return {
    name: event.name,
    location: event.location ?? '',
    starts: instantToWall(event.event_date_start, event.time_zone),
    ends: instantToWall(event.event_date_end, event.time_zone),
    starts_second: isSecondTime(event.event_date_start, event.time_zone),
    ends_second: isSecondTime(event.event_date_end, event.time_zone),
    time_zone: event.time_zone,
    description: event.description ?? '',
    notes: event.notes ?? '',
    public_names: event.public_names,
    contact_email: event.contact_email ?? '',
    contact_phone: event.contact_phone ?? '',
    ...cancelDraftOf(event.cancel_until_hours),
    reminder: event.reminder_hours === null ? 'none' : `${event.reminder_hours}`,
    reminder_sms: event.reminder_sms,
    waiting_list: event.waiting_list,
    late_signup: event.late_signup,
    certificates: event.certificates,
    swap: event.swap,
    approval: event.approval,
    max_shifts: event.max_shifts === null ? '' : String(event.max_shifts),
    min_rest_hours: event.min_rest_hours === null ? '' : String(event.min_rest_hours),
    questions: event.questions.map(draftOfQuestion),
    ...signupDraftOf(event),
    unanswered: event.free_unanswered ? 'free' : 'keep',
    shifts: '',
  }
}

export function bodyOf(draft: EventDraft) {
  const { starts, ends, starts_second, ends_second, shifts: _shifts, ...others } = draft
  const { cancel_until, cancel_hours, reminder, unanswered, questions, ...rest } = others
  const { signup, opens, closes, ...given } = rest
  return {
    ...given,
    cancel_until_hours: cancelHoursOf({ cancel_until, cancel_hours }),
    free_unanswered: unanswered === 'free',
    max_shifts: numberOf(given.max_shifts),
    min_rest_hours: numberOf(given.min_rest_hours),
    questions: questions.map(questionOf),
    published: signup !== 'draft',
    signup_opens_at: instantOf(opens, given.time_zone),
    signup_closes_at: instantOf(closes, given.time_zone),
    reminder_hours: REMINDER_HOURS.find((hours) => `${hours}` === reminder) ?? null,
    event_date_start: wallToInstant(starts, given.time_zone, starts_second),
    event_date_end: wallToInstant(ends, given.time_zone, ends_second),
  }
}

export const issueFields = {
  name: 'name',
  location: 'location',
  event_date_start: 'starts',
  event_date_end: 'ends',
  description: 'description',
  notes: 'notes',
  contact_email: 'contact_email',
  contact_phone: 'contact_phone',
  cancel_until_hours: 'cancel_hours',
  max_shifts: 'max_shifts',
  min_rest_hours: 'min_rest_hours',
  signup_opens_at: 'opens',
  signup_closes_at: 'closes',
} as const satisfies Record<string, keyof EventDraft>

/** A changed zone is sent without times, which then keep their wall clocks (D25). */
export function changeOf(
  draft: EventDraft,
  changed: Partial<Record<keyof EventDraft, boolean | object>>,
): EventChange {
  const body = bodyOf(draft)
  return {
    ...(changed.name && { name: body.name }),
    ...(changed.location && { location: body.location }),
    ...((changed.starts || changed.starts_second) && { event_date_start: body.event_date_start }),
    ...((changed.ends || changed.ends_second) && { event_date_end: body.event_date_end }),
    ...(changed.time_zone && { time_zone: body.time_zone }),
    ...(changed.description && { description: body.description }),
    ...(changed.notes && { notes: body.notes }),
    ...(changed.public_names && { public_names: body.public_names }),
    ...(changed.contact_email && { contact_email: body.contact_email }),
    ...(changed.contact_phone && { contact_phone: body.contact_phone }),
    ...((changed.cancel_until || changed.cancel_hours) && {
      cancel_until_hours: body.cancel_until_hours,
    }),
    ...(changed.unanswered && { free_unanswered: body.free_unanswered }),
    ...(changed.waiting_list && { waiting_list: body.waiting_list }),
    ...(changed.certificates && { certificates: body.certificates }),
    ...(changed.swap && { swap: body.swap }),
    ...(changed.approval && { approval: body.approval }),
    ...(changed.max_shifts && { max_shifts: body.max_shifts }),
    ...(changed.min_rest_hours && { min_rest_hours: body.min_rest_hours }),
    ...(changed.questions && { questions: body.questions }),
    ...(changed.late_signup && { late_signup: body.late_signup }),
    ...(changed.signup && { published: body.published }),
    ...(changed.opens && { signup_opens_at: body.signup_opens_at }),
    ...(changed.closes && { signup_closes_at: body.signup_closes_at }),
    ...(changed.reminder && { reminder_hours: body.reminder_hours }),
    ...(changed.reminder_sms && { reminder_sms: body.reminder_sms }),
    ...(draft.shifts === 'move' && { move_shifts: true }),
  }
}

function signupDraftOf({ published, signup_opens_at, signup_closes_at, time_zone }: Event) {
  const wallOf = (at: string | null) => (at === null ? '' : instantToWall(at, time_zone))
  const isClosed = signup_closes_at !== null && Date.parse(signup_closes_at) <= now().getTime()
  return {
    signup: published ? (isClosed ? 'closed' : 'open') : 'draft',
    opens: wallOf(signup_opens_at),
    closes: wallOf(signup_closes_at),
  } as const
}

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

const instantOf = (wall: string, time_zone: string) => (wall === '' ? null : wallToInstant(wall, time_zone))

function cancelDraftOf(hours: number | null): CancelDraft {
  if (hours === null) return { cancel_until: 'never', cancel_hours: '' }
  const offered = (['0', ...OFFERED_CANCEL_HOURS] as const).find((each) => Number(each) === hours)
  return { cancel_until: offered ?? 'other', cancel_hours: offered ? '' : String(hours) }
}

function cancelHoursOf({ cancel_until, cancel_hours }: CancelDraft): number | null {
  if (cancel_until === 'never') return null
  return Number(cancel_until === 'other' ? cancel_hours : cancel_until)
}
