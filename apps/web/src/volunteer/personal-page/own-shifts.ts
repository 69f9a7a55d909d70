import type { Invitation } from '@muster/contract/personal-shift'
import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'

/** `spots_left` is known of the link's shift only. */
export type OwnShift = Invitation['other_shifts'][number] & { spots_left?: number }
/** A shift whose link can be opened. */
export type OpenShift = OwnShift & { token: string }
/** V1: the person is asked whether the new times work. */
export type MovedShift = OpenShift & { moved_from: NonNullable<OwnShift['moved_from']> }
export type SwapShift = OpenShift & { swap: NonNullable<OwnShift['swap']> }
export type CancelPlace = 'cancel' | 'late' | 'take'

/** Lists the person's shifts by start, including that of the link. */
export function listOwnShifts(invitation: Invitation, token: string): OwnShift[] {
  const { start_dt, end_dt, meeting_point, note, role, spots_left } = invitation.shift
  const ofLink = { token, ...answerOf(invitation), start_dt, end_dt, meeting_point, note, role, spots_left }
  return [ofLink, ...invitation.other_shifts].toSorted(
    (a, b) => Date.parse(a.start_dt) - Date.parse(b.start_dt),
  )
}

export function hasLink(shift: OwnShift): shift is OpenShift {
  return shift.token !== null
}

export function isAskedAgain(shift: OwnShift, now: string): shift is MovedShift {
  return hasLink(shift) && shift.moved_from !== null && !hasStarted(shift, now)
}

/** V1: the place was released because they did not answer about the new times. */
export function isReleased(shift: OwnShift, now: string): boolean {
  return shift.freed_unanswered && !hasStarted(shift, now)
}

/** D39 */
export function isGivenUp(shift: OwnShift, now: string): boolean {
  return shift.gave_up && !hasStarted(shift, now)
}

/** D58: a replacement has taken the place. */
export function isHandedOver(shift: OwnShift, now: string): boolean {
  return shift.handed_over && !hasStarted(shift, now)
}

/** D58: a replacement can be looked for, or is. Copies kept by older versions do not say so. */
export function canSwap(shift: OwnShift, now: string): shift is SwapShift {
  return hasLink(shift) && Boolean(shift.swap) && !hasStarted(shift, now)
}

/** D61: they were asked, and did not answer before the offer ended. */
export function isOfferEnded(shift: OwnShift, now: string): boolean {
  return shift.offer_ended !== null && !hasStarted(shift, now)
}

/** Returns the first shift that the person comes to, of those listed by start. It may have begun. */
export function findNext(shifts: readonly OwnShift[], now: string): OwnShift | undefined {
  return shifts.find((shift) => shift.status === 'CONFIRMED' && !isOver(shift, now))
}

/**
 * Chooses the link's shift if it waits for an answer, was released or handed over, was offered until others had it, or no shift is ahead;
 * otherwise the next shift.
 */
export function pickTicket(
  shifts: readonly OwnShift[],
  { token, next, isAsked, now }: { token: string; next: OwnShift | undefined; isAsked: boolean; now: string },
): OwnShift | undefined {
  const ofLink = shifts.find((shift) => shift.token === token)
  const isAbout =
    ofLink &&
    (isAskedAgain(ofLink, now) ||
      isReleased(ofLink, now) ||
      isHandedOver(ofLink, now) ||
      isOfferEnded(ofLink, now))
  return isAsked || isAbout ? ofLink : (next ?? ofLink)
}

/** D39. `late` means that the person has to contact the organiser. */
export function cancelPlaceOf(shift: OwnShift, now: string): CancelPlace | undefined {
  if (!hasLink(shift) || hasStarted(shift, now)) return undefined
  if (shift.change !== null) return shift.change
  return shift.status === 'CONFIRMED' ? 'late' : undefined
}

/** Returns the invitation after `answer` to the shift with `token`. */
export function withAnswer(
  invitation: Invitation,
  { ofLink, token, answer }: { ofLink: string; token: string; answer: Invitation },
): Invitation {
  if (token === ofLink) return answer
  return {
    ...invitation,
    other_shifts: invitation.other_shifts.map((other) =>
      other.token === token ? { ...other, ...answerOf(answer) } : other,
    ),
  }
}

function answerOf(invitation: Invitation) {
  const { status, answer_by, change, cancel_until, moved_from, confirm_by } = invitation
  const { freed_unanswered, offer_ended, gave_up, swap, handed_over } = invitation
  return {
    status,
    answer_by,
    change,
    cancel_until,
    moved_from,
    confirm_by,
    freed_unanswered,
    offer_ended,
    gave_up,
    swap,
    handed_over,
  }
}
