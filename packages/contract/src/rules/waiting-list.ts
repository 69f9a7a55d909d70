import { DAY_MS, HOUR_MS } from './instants.ts'
import { hasStarted } from './shift-phase.ts'
import { instantToWall } from './zone.ts'

/**
 * Statuses of a waiting person (D44).
 * - `ASKED`: they have not confirmed by the link of the e-mail.
 * - `TAKEN`: they have a place.
 * - `LAPSED`: they did not answer an offer in time, could not be reached with it, or the shift has begun.
 * - `LEFT`: they left by themselves.
 */
export const waitingStatuses = ['ASKED', 'WAITING', 'OFFERED', 'TAKEN', 'LAPSED', 'LEFT'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]

/** Maximum number of people in one shift's waiting list. */
export const LONGEST_LINE = 200

export function isOnWaitingList(status: WaitingStatus): boolean {
  return status === 'WAITING' || status === 'OFFERED'
}

const OFFER_MS = 12 * HOUR_MS
const OFFER_ON_LAST_DAY_MS = HOUR_MS
/** Number of people from which on an offer ends after half the time. */
const LONG_LINE = 10
/** Milliseconds for which "Undo" is shown after a cancellation (D39). */
export const CANCELLATION_UNDO_MS = 10_000

/** Returns true while the place is kept for the person who cancelled. */
export const canBeUndone = (cancelled_at: string | null, now: string): boolean =>
  cancelled_at !== null && Date.parse(now) < Date.parse(cancelled_at) + CANCELLATION_UNDO_MS

/** Returns when an offer ends (D44): in the last hours after at most a third of the time left, to reach others. */
export function offerEnds(shift: { start_dt: string }, waiting: number, now: string): string {
  const start = Date.parse(shift.start_dt)
  const from = Date.parse(now)
  const left = start - from
  const whole = left <= DAY_MS ? Math.min(OFFER_ON_LAST_DAY_MS, left / 3) : OFFER_MS
  return new Date(from + Math.round(waiting >= LONG_LINE ? whole / 2 : whole)).toISOString()
}

/** Wall times between which a free place waits to be offered, as its mail would be read in the morning only. */
export const NIGHT = { from: '22:00', to: '08:00' }
/** Milliseconds before the shift from which on places are offered at night too. */
export const OFFERED_AT_NIGHT_MS = 18 * HOUR_MS

function areOffersResting(shift: { start_dt: string; time_zone: string }, now: string): boolean {
  const clock = instantToWall(now, shift.time_zone).slice(11)
  const isNight = clock >= NIGHT.from || clock < NIGHT.to
  return isNight && Date.parse(shift.start_dt) - Date.parse(now) > OFFERED_AT_NIGHT_MS
}

/** A person in line. Lists are in the order of arrival. */
export type Waiting = {
  id: string
  status: 'WAITING' | 'OFFERED'
  offer_expires_at: string | null
  /** Whether they were confirmed on this shift in another way, such as by the organizer. */
  is_confirmed: boolean
  /** Whether the e-mail of the offer did not arrive. */
  is_undeliverable: boolean
}

type WaitingList = {
  shift: { start_dt: string; required_qty: number; time_zone: string }
  confirmed: number
  /** Instant of the latest cancellation on the shift. */
  cancelled_at: string | null
  list: readonly Waiting[]
  now: string
}

/** `WAITING` withdraws an offer. */
export type ListChange =
  | { id: string; status: 'TAKEN' | 'LAPSED' | 'WAITING' }
  | { id: string; status: 'OFFERED'; offer_expires_at: string }

/** Returns the changes that the waiting list of a shift needs now (D44). */
export function changesOfWaitingList({
  shift,
  confirmed,
  cancelled_at,
  list,
  now,
}: WaitingList): ListChange[] {
  const started = hasStarted(shift, now)
  const ends = list.flatMap(({ id, is_confirmed, is_undeliverable, offer_expires_at }): ListChange[] => {
    if (is_confirmed) return [{ id, status: 'TAKEN' }]
    const isLapsed = offer_expires_at !== null && Date.parse(offer_expires_at) <= Date.parse(now)
    return started || isLapsed || is_undeliverable ? [{ id, status: 'LAPSED' }] : []
  })
  const rest = list.filter(({ id }) => !ends.some((end) => end.id === id))
  const waiting = rest.filter(({ status }) => status === 'WAITING')
  const offered = rest.filter(({ status }) => status === 'OFFERED')
  const places = Math.max(0, shift.required_qty - confirmed)
  // An administrator may have lowered the quantity. Those who came last go back to waiting.
  const withdrawn = offered.slice(places).map(({ id }): ListChange => ({ id, status: 'WAITING' }))
  const isKept = canBeUndone(cancelled_at, now) || areOffersResting(shift, now)
  const free = isKept ? 0 : Math.max(0, places - offered.length)
  const offer_expires_at = offerEnds(shift, waiting.length, now)
  const offers = waiting
    .slice(0, free)
    .map(({ id }): ListChange => ({ id, status: 'OFFERED', offer_expires_at }))
  return [...ends, ...withdrawn, ...offers]
}
