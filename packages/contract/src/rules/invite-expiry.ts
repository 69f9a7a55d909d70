import { isOver } from './shift-phase.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const ANSWER_DAYS = 7
const LINK_OPEN_DAYS = 30

export const EXTENSION_DAYS = [7, 30, 90] as const
export type ExtensionDays = (typeof EXTENSION_DAYS)[number]
export const DEFAULT_EXTENSION_DAYS: ExtensionDays = 7

/** D18: seven days after `from`, or the shift's end if earlier. */
export function answerDeadline(from: string, shift_end: string): string {
  return toIso(Math.min(Date.parse(from) + ANSWER_DAYS * DAY_MS, Date.parse(shift_end)))
}

/** D18: seven days after another message with the link; never earlier than the present deadline. */
export function renewDeadline({
  token_expires_at,
  shift_end,
  now,
}: {
  token_expires_at: string
  shift_end: string
  now: string
}): string {
  const deadline = answerDeadline(now, shift_end)
  return Date.parse(deadline) > Date.parse(token_expires_at) ? deadline : token_expires_at
}

/** D18: counts from the later of now and `current`, up to the shift's end; revives an expired link. */
export function extendDeadline({
  now,
  current,
  days,
  shift_end,
}: {
  now: string
  current: string | null
  days: ExtensionDays
  shift_end: string
}): { token_expires_at: string } | 'shift_over' {
  if (isOver({ end_dt: shift_end }, now)) return 'shift_over'
  const base = Math.max(Date.parse(now), Date.parse(current ?? now))
  return { token_expires_at: toIso(Math.min(base + days * DAY_MS, Date.parse(shift_end))) }
}

export type ExpiryBadge =
  | { kind: 'expired' }
  | { kind: 'hours'; hours: number; urgent: true }
  | { kind: 'day'; days: 1; hours: number; urgent: true }
  | { kind: 'days'; days: number; hours: number; urgent: false }

/** Whole hours left: under 24 h as hours, under 48 h as one day (both urgent), else days. */
export function expiryBadge(token_expires_at: string, now: string): ExpiryBadge {
  if (isExpired(token_expires_at, now)) return { kind: 'expired' }
  const left = Math.floor((Date.parse(token_expires_at) - Date.parse(now)) / HOUR_MS)
  const days = Math.floor(left / 24)
  const hours = left % 24
  if (days === 0) return { kind: 'hours', hours, urgent: true }
  if (days === 1) return { kind: 'day', days, hours, urgent: true }
  return { kind: 'days', days, hours, urgent: false }
}

/** D18: the deadline is exclusive. */
export function isExpired(token_expires_at: string, now: string): boolean {
  return Date.parse(token_expires_at) <= Date.parse(now)
}

/** D18: from this instant an answered link is 404. */
export function linkCloses(shift_end: string): string {
  return toIso(Date.parse(shift_end) + LINK_OPEN_DAYS * DAY_MS)
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
