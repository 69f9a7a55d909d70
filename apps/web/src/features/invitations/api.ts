import type { Invitation } from '@muster/contract/invitations'
import { routes } from '@muster/contract/routes'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { type Read, useRead } from '../../api/use-read.ts'
import { config } from '../../config.ts'

/** A phone in a tunnel gets no answer, and no error either. */
const PATIENCE_MS = 30_000

/** The assignment behind a personal link. */
export function useInvitation(token: string): Read<Invitation> {
  return useRead(
    useCallback(
      (signal: AbortSignal) => call('invitations', 'getAssignment', { params: { token }, signal }),
      [token],
    ),
  )
}

/** Yes or no to it. Throws `ApiError`, or what the browser throws when no answer came in time. */
export function sendAnswer(token: string, confirm: boolean): Promise<Invitation> {
  return call('invitations', 'answerInvitation', {
    params: { token },
    body: { confirm },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D31: ends what the organisation sends, or takes it up again. Throws as `sendAnswer`. */
export function changeMessages(token: string, stop: boolean): Promise<{ messages_stopped: boolean }> {
  return call('invitations', 'stopMessages', {
    params: { token },
    body: { stop },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D26: where the calendar entry of a personal link is downloaded. */
export function calendarAddress(token: string): string {
  const { path } = routes.invitations.getAssignmentCalendar
  return `${config.publicOrigin}${path.replace(':token', encodeURIComponent(token))}`
}
