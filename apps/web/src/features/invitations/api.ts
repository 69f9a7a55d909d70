import type { Invitation, Organizer } from '@muster/contract/invitations'
import { routes } from '@muster/contract/routes'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { config } from '../../config.ts'

const PATIENCE_MS = 30_000
const TOKEN = /^[\w-]{43}$/

export function readInvitation(token: string, signal: AbortSignal): Promise<Invitation> {
  return call('invitations', 'getAssignment', { params: { token }, signal })
}

/** Undefined until it is known, and for a link that was never valid (D41). */
export function useOrganizer(token: string, isNeeded: boolean): Organizer | undefined {
  return useRead(
    useCallback(
      async (signal: AbortSignal) =>
        isNeeded && TOKEN.test(token)
          ? call('invitations', 'getOrganizer', { params: { token }, signal })
          : undefined,
      [token, isNeeded],
    ),
  ).data
}

/** Throws `ApiError`, or a `DOMException` after the timeout. */
export function sendAnswer(token: string, confirm: boolean): Promise<Invitation> {
  return call('invitations', 'answerInvitation', {
    params: { token },
    body: { confirm },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D39: a later answer. Throws like `sendAnswer`. */
export function sendChange(
  token: string,
  body: { status: 'CONFIRMED' | 'DECLINED'; reason?: string },
): Promise<Invitation> {
  return call('invitations', 'changeAnswer', {
    params: { token },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D31. Throws like `sendAnswer`. */
export function changeMessages(token: string, stop: boolean): Promise<{ messages_stopped: boolean }> {
  return call('invitations', 'stopMessages', {
    params: { token },
    body: { stop },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D43. Throws like `sendAnswer`. */
export function changeReminders(token: string, on: boolean): Promise<{ gets_reminders: boolean }> {
  return call('invitations', 'setReminders', {
    params: { token },
    body: { on },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D40. Throws like `sendAnswer`; the answer is the same for every address. */
export async function askForLinks(email: string): Promise<void> {
  await call('invitations', 'sendLinks', { body: { email }, signal: AbortSignal.timeout(PATIENCE_MS) })
}

export function calendarAddress(token: string): string {
  const { path } = routes.invitations.getAssignmentCalendar
  return `${config.publicOrigin}${path.replace(':token', encodeURIComponent(token))}`
}
