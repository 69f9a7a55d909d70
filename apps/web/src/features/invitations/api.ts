import type { Invitation } from '@muster/contract/invitations'
import { routes } from '@muster/contract/routes'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { type Read, useRead } from '../../api/use-read.ts'
import { config } from '../../config.ts'

/** The assignment behind a personal link. */
export function useInvitation(token: string): Read<Invitation> {
  return useRead(
    useCallback(
      (signal: AbortSignal) => call('invitations', 'getAssignment', { params: { token }, signal }),
      [token],
    ),
  )
}

/** D26: where the calendar entry of a personal link is downloaded. */
export function calendarAddress(token: string): string {
  const { path } = routes.invitations.getAssignmentCalendar
  return `${config.publicOrigin}${path.replace(':token', encodeURIComponent(token))}`
}
