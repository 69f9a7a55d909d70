import { isTokenExpired, readSessionToken, type SessionToken } from '@muster/contract/rules/session-token'
import { atom } from 'nanostores'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import {
  $secondFactors,
  $token,
  type IssuedToken,
  liveToken,
  readToken,
  removeToken,
  storeToken,
} from '../../api/credentials.ts'
import { queryClient } from '../../api/query-client.ts'
import { now } from '../../clock.ts'

export type SessionState =
  | { status: 'starting' }
  /** `hasLoggedOut`: the user logged out in this tab. `hasEnded`: it ended otherwise while this tab was in use. */
  | { status: 'signed-out'; hasLoggedOut: boolean; hasEnded: boolean }
  /** D7: the password was right, a second factor is still to come. */
  | { status: 'unfinished'; user: User; second_factors: readonly string[] }
  | { status: 'signed-in'; user: User }

type User = Pick<SessionToken, 'id' | 'email'>

export const $session = atom<SessionState>({ status: 'starting' })

export async function startSession(): Promise<void> {
  $token.listen(readState)
  $secondFactors.listen(readState)
  try {
    await liveToken()
  } catch (error) {
    // Offline is not signed out: the stored token still names the user.
    if (!(error instanceof ApiError)) throw error
  }
  readState()
}

/** Returns false if the token is invalid or expired. */
export function signIn(issued: IssuedToken): boolean {
  const { token } = issued
  if (!readSessionToken(token) || isTokenExpired(token, now().toISOString())) return false
  storeToken(issued)
  return true
}

/** Signs in with a token that was just issued. Throws if it is invalid or expired. */
export function signInWith(issued: IssuedToken): void {
  if (!signIn(issued)) throw new Error('The issued token is invalid or expired')
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
  const before = $session.get()
  const next = stateAfter(before)
  if (isSame(before, next)) return
  // The next user of this browser must not see this one's data.
  if ('user' in before) queryClient.clear()
  $session.set(next)
}

function stateAfter(before: SessionState): SessionState {
  const token = readToken()
  const user = token === null ? undefined : readSessionToken(token)
  const second_factors = $secondFactors.get()
  if (user)
    return second_factors.length > 0
      ? { status: 'unfinished', user, second_factors }
      : { status: 'signed-in', user }
  return { status: 'signed-out', hasLoggedOut: isLoggingOut, hasEnded: 'user' in before && !isLoggingOut }
}

function isSame(a: SessionState, b: SessionState): boolean {
  return a.status === b.status && identityOf(a) === identityOf(b)
}

function identityOf(state: SessionState): string {
  if (!('user' in state)) return ''
  const { id, email } = state.user
  return JSON.stringify([id, email, state.status === 'unfinished' && state.second_factors])
}
