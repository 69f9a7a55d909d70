import { isTokenExpired, readSessionToken, type SessionToken } from '@muster/contract/rules/session-token'
import { atom } from 'nanostores'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { $token, liveToken, readToken, removeToken, storeToken } from '../../api/credentials.ts'
import { queryClient } from '../../api/query-client.ts'
import { now } from '../../clock.ts'

export type SessionState =
  | { status: 'starting' }
  /** `hasLoggedOut`: by the button, in this tab. */
  | { status: 'signed-out'; hasLoggedOut: boolean }
  | { status: 'signed-in'; user: Pick<SessionToken, 'id' | 'email'> }

export const $session = atom<SessionState>({ status: 'starting' })

export async function startSession(): Promise<void> {
  $token.listen(readState)
  try {
    await liveToken()
  } catch (error) {
    // Offline is not signed out: the stored token still names the user.
    if (!(error instanceof ApiError)) throw error
  }
  readState()
}

/** False when the token is invalid or expired. */
export function signIn(token: string): boolean {
  if (!readSessionToken(token) || isTokenExpired(token, now().toISOString())) return false
  storeToken(token)
  return true
}

let isLoggingOut = false

export async function signOut(): Promise<void> {
  isLoggingOut = true
  try {
    await call('session', 'logout')
  } catch (error) {
    // This browser is signed out whatever the server answers.
    if (!(error instanceof ApiError)) throw error
  } finally {
    removeToken()
    isLoggingOut = false
  }
}

function readState(): void {
  const token = readToken()
  const user = token === null ? undefined : readSessionToken(token)
  const before = $session.get()
  const next: SessionState = user
    ? { status: 'signed-in', user }
    : { status: 'signed-out', hasLoggedOut: isLoggingOut }
  if (isSame(before, next)) return
  // The next user of this browser must not see this one's data.
  if (before.status === 'signed-in') queryClient.clear()
  $session.set(next)
}

function isSame(a: SessionState, b: SessionState): boolean {
  if (a.status !== 'signed-in' || b.status !== 'signed-in') return a.status === b.status
  return a.user.id === b.user.id && a.user.email === b.user.email
}
