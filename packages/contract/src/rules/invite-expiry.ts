import { addMs, DAY_MS, HOUR_MS } from './instants.ts'
import { hasStarted, isOver } from './shift-phase.ts'

export const ANSWER_DAYS = 7
const LINK_OPEN_DAYS = 30

export const EXTENSION_DAYS = [7, 30, 90] as const
export type ExtensionDays = (typeof EXTENSION_DAYS)[number]
export const DEFAULT_EXTENSION_DAYS: ExtensionDays = 7

export type ShiftTimes = { start_dt: string; end_dt: string }

/** Deadline for answering as stored (D18). `token_expires_at` is the one in force. */
export type Deadline = UncappedDeadline & { token_expires_at: string }

export type UncappedDeadline = {
  uncapped_expires_at: string
  /** Time at which creation, a message with the link or an extension set the deadline. */
  expiry_set_at: string
}

export function answerDeadline(now: string, shift: ShiftTimes): Deadline {
  return capDeadline({ uncapped_expires_at: addMs(now, ANSWER_DAYS * DAY_MS), expiry_set_at: now }, shift)
}

/** Caps the deadline (D18). It is computed again when the shift moves, so that a later date gives time back. */
export function capDeadline(
  { uncapped_expires_at, expiry_set_at }: UncappedDeadline,
  shift: ShiftTimes,
): Deadline {
  return {
    uncapped_expires_at,
    expiry_set_at,
    token_expires_at: earlier(uncapped_expires_at, latestDeadline(expiry_set_at, shift)),
  }
}

/** Returns the shift's start for a deadline that is set before the start, else the shift's end (D18). */
export function latestDeadline(set_at: string, shift: ShiftTimes): string {
  return hasStarted(shift, set_at) ? shift.end_dt : shift.start_dt
}

/** Returns the deadline seven days after another message with the link, never earlier than before (D18). */
export function renewDeadline({
  uncapped_expires_at,
  shift,
  now,
}: {
  uncapped_expires_at: string
  shift: ShiftTimes
  now: string
}): Deadline {
  const renewed = answerDeadline(now, shift)
  return capDeadline(
    { ...renewed, uncapped_expires_at: later(uncapped_expires_at, renewed.uncapped_expires_at) },
    shift,
  )
}

/** Counts from the later of now and the deadline in force (D18). This revives an expired link. */
export function extendDeadline({
  now,
  current,
  days,
  shift,
}: {
  now: string
  current: Pick<Deadline, 'uncapped_expires_at' | 'token_expires_at'>
  days: ExtensionDays
  shift: ShiftTimes
}): Deadline | 'shift_over' {
  if (isOver(shift, now)) return 'shift_over'
  const extended = addMs(later(now, current.token_expires_at), days * DAY_MS)
  return capDeadline(
    { uncapped_expires_at: later(current.uncapped_expires_at, extended), expiry_set_at: now },
    shift,
  )
}

export type ExpiryBadge =
  | { kind: 'expired' }
  | { kind: 'hours'; hours: number; urgent: true }
  | { kind: 'day'; days: 1; hours: number; urgent: true }
  | { kind: 'days'; days: number; hours: number; urgent: false }

/** Returns the time left: under 24 h in whole hours, under 48 h as one day (both urgent), else in days. */
export function expiryBadge(token_expires_at: string, now: string): ExpiryBadge {
  if (isExpired(token_expires_at, now)) return { kind: 'expired' }
  const left = Math.floor((Date.parse(token_expires_at) - Date.parse(now)) / HOUR_MS)
  const days = Math.floor(left / 24)
  const hours = left % 24
  if (days === 0) return { kind: 'hours', hours, urgent: true }
  if (days === 1) return { kind: 'day', days, hours, urgent: true }
  return { kind: 'days', days, hours, urgent: false }
}

/** Returns true from the deadline on, which is exclusive (D18). */
export function isExpired(token_expires_at: string, now: string): boolean {
  return Date.parse(token_expires_at) <= Date.parse(now)
}

/** Returns the instant from which an answered link is 404 (D18). */
export function linkCloses(shift_end: string): string {
  return addMs(shift_end, LINK_OPEN_DAYS * DAY_MS)
}

/** Returns the instant after which a shift must have ended for its answered links to be open. */
export function linkOpenedSince(now: string): string {
  return addMs(now, -LINK_OPEN_DAYS * DAY_MS)
}

function earlier(a: string, b: string): string {
  return Date.parse(a) < Date.parse(b) ? a : b
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b
}
