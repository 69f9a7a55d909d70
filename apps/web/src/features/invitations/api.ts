import type { Organizer, OwnDetails } from '@muster/contract/invitations'
import type { Invitation } from '@muster/contract/personal-page'
import { publicRoutes } from '@muster/contract/public-routes'
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

export type ChangeDetails = { reason?: string; agreed_to?: { start_dt: string; end_dt: string } }

/** D39: a later answer. Throws like `sendAnswer`. */
export function sendChange(
  token: string,
  body: ChangeDetails & { status: 'CONFIRMED' | 'DECLINED' },
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

/** V3. Throws like `sendAnswer`. */
export function readDetails(token: string): Promise<OwnDetails> {
  return call('invitations', 'getDetails', { params: { token }, signal: AbortSignal.timeout(PATIENCE_MS) })
}

/** V3: the answer's token replaces the given one. Throws like `sendAnswer`. */
export function saveDetails(
  token: string,
  body: Partial<Pick<OwnDetails, 'phone' | 'language'>>,
): Promise<OwnDetails & { token: string }> {
  return call('invitations', 'changeDetails', {
    params: { token },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** V3: null takes the request back. Throws like `sendAnswer`. */
export function saveEmail(token: string, email: string | null): Promise<OwnDetails> {
  return call('invitations', 'changeEmail', {
    params: { token },
    body: { email },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** V2. Throws like `sendAnswer`. */
export function readFeed(token: string): Promise<{ feed_url: string }> {
  return call('invitations', 'getCalendarFeed', {
    params: { token },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** V2: the address before stops working. Throws like `sendAnswer`. */
export function renewFeed(token: string): Promise<{ feed_url: string }> {
  return call('invitations', 'renewCalendarFeed', {
    params: { token },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** D40. Throws like `sendAnswer`; the answer is the same for every address. */
export async function askForLinks(email: string): Promise<void> {
  await call('invitations', 'sendLinks', { body: { email }, signal: AbortSignal.timeout(PATIENCE_MS) })
}

export function calendarAddress(token: string): string {
  const { path } = publicRoutes.invitations.getAssignmentCalendar
  return `${config.publicOrigin}${path.replace(':token', encodeURIComponent(token))}`
}
