import type { Assignment, Shift } from '@muster/contract/shifts'
import type { FastifyRequest } from 'fastify'
import { contactsShownIn, mayHoldLinks } from '../../access/access.ts'
import { hideContactsOfAssignment } from './read-assignments.ts'

/** K1, M1: leaves out what the caller must not see. */
export function showAssignment(request: FastifyRequest, assignment: Assignment): Assignment {
  const shown = hideContactsOfAssignment(assignment, contactsShownIn(request))
  if (mayHoldLinks(request)) return shown
  const { token: _token, ...without_link } = shown
  return without_link
}

export function showShift(request: FastifyRequest, shift: Shift): Shift {
  return { ...shift, assignment: shift.assignment.map((each) => showAssignment(request, each)) }
}
