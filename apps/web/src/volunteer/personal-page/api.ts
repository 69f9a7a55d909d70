import type { Certificate, Organizer, OwnDetails } from '@muster/contract/personal-page'
import type { Invitation } from '@muster/contract/personal-shift'
import { publicRoutes } from '@muster/contract/public-routes'
import { useCallback } from 'react'
import { ApiError, isUnanswered } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { config } from '../../config.ts'

const TOKEN = /^[\w-]{43}$/

export function readInvitation(token: string, signal?: AbortSignal): Promise<Invitation> {
  return call('invitations', 'getAssignment', { params: { token }, ...(signal && { signal }) })
}

/** D56 */
export const readCertificate = (token: string, signal: AbortSignal): Promise<Certificate> =>
  call('invitations', 'getCertificate', { params: { token }, signal })

/** Returns undefined until it is known; null for a link that was never valid (D41); false if it cannot be read. */
export function useOrganizer(token: string, isNeeded: boolean): Organizer | null | false | undefined {
  const { data, error } = useRead(
    useCallback(
      async (signal: AbortSignal) => {
        if (!isNeeded) return undefined
        return TOKEN.test(token) ? call('invitations', 'getOrganizer', { params: { token }, signal }) : null
      },
      [token, isNeeded],
    ),
  )
  if (error === undefined) return data
  return error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'link_replaced')
    ? null
    : false
}

export function sendAnswer(token: string, confirm: boolean, seen?: Times): Promise<Invitation> {
  const sent = call('invitations', 'answerInvitation', {
    params: { token },
    // After a lost answer the page reads whether it was saved.
    headers: {},
    body: { confirm, ...(seen && { seen }) },
  })
  return sent.catch(readWhetherSaved(token, confirm ? 'CONFIRMED' : 'DECLINED'))
}

export type Times = { start_dt: string; end_dt: string }

export type ChangeDetails = { reason?: string; agreed_to?: Times }

/** D39: sends a later change of the answer. */
export function sendChange(
  token: string,
  body: ChangeDetails & { status: 'CONFIRMED' | 'DECLINED' },
): Promise<Invitation> {
  const sent = call('invitations', 'changeAnswer', {
    params: { token },
    body,
  })
  return sent.catch(readWhetherSaved(token, body.status))
}

/** D58: repeating either changes nothing. */
export const sendSwap = (token: string, change: 'swap' | 'withdraw'): Promise<Invitation> =>
  call('swap', change === 'swap' ? 'openSwap' : 'closeSwap', { params: { token } })

/** A request without an answer may have been carried out: then the page must not say that it failed. */
function readWhetherSaved(token: string, status: Invitation['status']) {
  return async (error: unknown): Promise<Invitation> => {
    const mayBeSaved = isUnanswered(error) || (error instanceof ApiError && error.code === 'already_answered')
    const found = mayBeSaved ? await readInvitation(token).catch(() => undefined) : undefined
    // With `moved_from` the new time is not agreed to (V1).
    if (found?.status === status && found.moved_from === null) return found
    throw error
  }
}

/** D31. */
export function changeMessages(token: string, stop: boolean): Promise<{ messages_stopped: boolean }> {
  return call('invitations', 'stopMessages', {
    params: { token },
    body: { stop },
  })
}

/** D43. */
export function changeReminders(token: string, on: boolean): Promise<{ gets_reminders: boolean }> {
  return call('invitations', 'setReminders', {
    params: { token },
    body: { on },
  })
}

/** V3. */
export function readDetails(token: string): Promise<OwnDetails> {
  return call('invitations', 'getDetails', { params: { token } })
}

/** V3: asks the person's mailbox. */
export function saveDetails(
  token: string,
  body: Partial<Pick<OwnDetails, 'phone' | 'language'>>,
): Promise<OwnDetails> {
  return call('invitations', 'changeDetails', {
    params: { token },
    body,
  })
}

/** V3: null takes the request back. */
export function saveEmail(token: string, email: string | null): Promise<OwnDetails> {
  return call('invitations', 'changeEmail', {
    params: { token },
    body: { email },
  })
}

/** V2: of the event of the link. */
export function readFeed(token: string): Promise<{ feed_url: string }> {
  return call('invitations', 'getCalendarFeed', {
    params: { token },
  })
}

/** V2: the address before stops working. */
export function renewFeed(token: string): Promise<{ feed_url: string }> {
  return call('invitations', 'renewCalendarFeed', {
    params: { token },
  })
}

/** V2, D63: the address of the feed of all events goes to the mailbox only, again if the button is pressed again. */
export const sendFeed = (token: string): Promise<void> =>
  call('invitations', 'sendCalendarFeed', { params: { token }, headers: {} })

/** D40. Throws like `sendAnswer`; the answer is the same for every address. */
export async function askForLinks(email: string): Promise<void> {
  await call('invitations', 'sendLinks', { body: { email } })
}

export function calendarAddress(token: string): string {
  const { path } = publicRoutes.invitations.getAssignmentCalendar
  return `${config.publicOrigin}${path.replace(':token', encodeURIComponent(token))}`
}
