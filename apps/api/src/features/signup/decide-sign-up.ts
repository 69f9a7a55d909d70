import { asksFirst } from '@muster/contract/rules/approval'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { findConfirmedConflict, type TimeWindow } from '@muster/contract/rules/time-conflict'
import { isTooYoung } from '@muster/contract/rules/volunteer-limits'
import { isMoved } from '../assignments/refusals.ts'
import type { OwnAssignment, SignUpShift } from './queries.ts'

/** One of the people of a sign-up. */
export type Applicant = { person: { id: string; is_new: boolean }; is_minor: boolean }

/** Refusals that show what is stored about the person. */
type Personal = 'already_signed_up' | 'too_many_shifts' | 'schedule_conflict'

/** `person`: the place of the applicant whom it is about, where there are several. */
type Refused = { code: 'shift_full' | 'shift_moved' | 'too_young' | Personal; person?: number }

/**
 * What becomes of one shift, for all applicants together (D54). `answers_as_request`: they are told that an organizer
 * answers, also where the place is theirs already, so that the answer does not show who is in the organisation (D52).
 */
export type Decision =
  | ({ kind: 'refused' } & Refused)
  | { kind: 'taken'; answers_as_request: boolean }
  /** `people`: places of those who ask, all but those who are signed up. */
  | { kind: 'requested'; people: number[] }
  | { kind: 'known'; person: number }

type Asked = {
  shift: SignUpShift
  applicants: readonly Applicant[]
  /** Shifts of the event that the same form has taken before this one. */
  taken_before: number
  seen: readonly (TimeWindow & { shift_id: string })[]
  /** D58: whose place is handed over: then the shift may be full. */
  giver?: { id: string } | undefined
}

/** Asks in the order of D13, then D50 and D14. The shift and the people must be locked. */
export function decideSignUp({ shift, applicants, taken_before, seen, giver }: Asked): Decision {
  const about = (index: number) => (applicants.length > 1 ? { person: index } : {})
  // A free place belongs to those in line (D44), one that is handed over to the taker (D58).
  const spots = spotsLeft(shift.required_qty, shift.confirmed.length + shift.on_waiting_list)
  if (!giver && spots < applicants.length) return { kind: 'refused', code: 'shift_full' }

  const personal = applicants
    .map((applicant, index) => ({ code: whyNot(shift, applicant, taken_before), index }))
    .filter((each): each is { code: Personal; index: number } => each.code !== undefined)
  const asks = asksFirst(shift)
  // With `all` everybody is asked for, so that a refusal tells no more than anywhere else (D13).
  const is_private = shift.approval === 'unknown' || shift.needs_tag !== null
  const signed_up = personal.find(({ code }) => code === 'already_signed_up')
  if (signed_up && !is_private)
    return { kind: 'refused', code: 'already_signed_up', ...about(signed_up.index) }
  const shown = seen.find(({ shift_id }) => shift_id === shift.id)
  if (isMoved(shift, shown)) return { kind: 'refused', code: 'shift_moved' }
  const minor = applicants.findIndex(({ is_minor }) => isTooYoung(shift, is_minor))
  if (minor >= 0) return { kind: 'refused', code: 'too_young', ...about(minor) }

  const [first] = personal.filter(({ code }) => code !== 'already_signed_up')
  if (first && !is_private) return { kind: 'refused', code: first.code, ...about(first.index) }
  const asking = applicants.flatMap((_applicant, index) =>
    personal.some((each) => each.index === index && each.code === 'already_signed_up') ? [] : index,
  )
  if (signed_up && asking.length === 0) return { kind: 'known', person: signed_up.index }
  if (!asks) return { kind: 'taken', answers_as_request: false }
  const qualify = applicants.every((applicant) => needsNoApproval(shift, applicant))
  const is_free = qualify && !first && !signed_up
  return is_free ? { kind: 'taken', answers_as_request: true } : { kind: 'requested', people: asking }
}

function whyNot(shift: SignUpShift, { person }: Applicant, taken_before: number): Personal | undefined {
  const own = ownOf(shift, person.id)
  const before = own.find(({ shift_id }) => shift_id === shift.id)
  if (before && isSignedUp(before.status)) return 'already_signed_up'
  if (exceedsLimit(shift, own, taken_before + 1)) return 'too_many_shifts'
  return findConfirmedConflict(shift, own) && 'schedule_conflict'
}

/** D50: whether a person with these assignments would have too many of the event's shifts with so many more. */
export function exceedsLimit(
  { max_shifts, event_id }: SignUpShift,
  own: readonly OwnAssignment[],
  added: number,
): boolean {
  const taken = own.filter((each) => each.event_id === event_id && each.status === 'CONFIRMED')
  return max_shifts !== null && taken.length + added > max_shifts
}

/** D52, D53 */
function needsNoApproval({ approval, needs_tag, tagged }: SignUpShift, { person }: Applicant): boolean {
  if (approval === 'all' || (approval === 'unknown' && person.is_new)) return false
  return needs_tag === null || tagged.includes(person.id)
}

export const ownOf = ({ own }: SignUpShift, person_id: string): OwnAssignment[] =>
  own.filter((each) => each.person_id === person_id)

/** The person's assignment on the shift itself. */
export const ownOn = (shift: SignUpShift, person_id: string): OwnAssignment | undefined =>
  ownOf(shift, person_id).find(({ shift_id }) => shift_id === shift.id)
