import type { Invitation } from '@muster/contract/personal-shift'
import { useStore } from '@nanostores/react'
import { now } from '../../../clock.ts'
import { $ownPages, changeOwnPages, type OwnPage } from '../../events/own-pages.ts'
import { hasAny, useRememberedAssignments } from '../../events/remembered.ts'
import { listOwnShifts } from '../own-shifts.ts'

const MOST_PAGES = 5

export type Found = { token: string; invitation: Invitation }

/** D45: returns true if keeping was chosen here, or if this browser remembers the person's shifts. */
export function useIsKept(found: Found): boolean {
  const ids = assignmentsOf(found)
  const known = useStore($ownPages).find((page) => hasAny(page, ids))
  const remembered = useRememberedAssignments(found.invitation.shift.role.event.id)
  return known ? known.shown !== null : ids.some((id) => remembered.includes(id))
}

/** `as_of` is the time of the copy, if it is one. */
export function keepPage(found: Found, isWanted: boolean, as_of = now().toISOString()): void {
  const { token, invitation } = found
  const assignments = assignmentsOf(found)
  const page: OwnPage = {
    event_id: invitation.shift.role.event.id,
    assignments,
    tokens: isWanted ? [token, ...tokensOf(found).filter((other) => other !== token)] : [],
    as_of,
    until: endOf(found),
    shown: isWanted ? invitation : null,
  }
  changeOwnPages((pages) =>
    [page, ...pages.filter((other) => !hasAny(other, assignments))].slice(0, MOST_PAGES),
  )
}

/** Returns the end of the last shift (ISO, UTC). */
export function endOf({ token, invitation }: Found): string {
  const ends = listOwnShifts(invitation, token).map(({ end_dt }) => Date.parse(end_dt))
  return new Date(Math.max(...ends)).toISOString()
}

function tokensOf({ token, invitation }: Found): string[] {
  return listOwnShifts(invitation, token).flatMap((shift) => shift.token ?? [])
}

export function assignmentsOf(found: Found): string[] {
  return tokensOf(found).map(assignmentOf)
}

/** D17: a link begins with the 16 bytes of its assignment's id. */
function assignmentOf(token: string): string {
  const bytes = atob(token.replaceAll('-', '+').replaceAll('_', '/').slice(0, 24))
  const hex = Array.from(bytes.slice(0, 16), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  )
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
