import type { PublicEvent } from '@muster/contract/public-event'
import { isSignupOver } from '@muster/contract/rules/shift-phase'

type Shift = { role_id: string; start_dt: string; end_dt: string }

/** Returns whether sign-up for the shift has not ended yet (D13, D49). */
export const isOpenShift = (event: PublicEvent, shift: Shift, now: string): boolean =>
  !isSignupOver(shift, { ...event, asks_first: event.late_signup && asksFirst(event, [shift]) }, now)

/** D52: an organizer answers a sign-up for one of these shifts first. */
export const asksFirst = (event: PublicEvent, shifts: readonly { role_id: string }[]): boolean =>
  rolesOf(event, shifts).some(({ asks_first }) => asks_first)

/** D50: the highest of these shifts. */
export function minAge(event: PublicEvent, shifts: readonly { role_id: string }[]): number | null {
  const ages = rolesOf(event, shifts).flatMap(({ min_age }) => min_age ?? [])
  return ages.length > 0 ? Math.max(...ages) : null
}

const rolesOf = (event: PublicEvent, shifts: readonly { role_id: string }[]) =>
  event.roles.filter(({ id }) => shifts.some(({ role_id }) => role_id === id))
