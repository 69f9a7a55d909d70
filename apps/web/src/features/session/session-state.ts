import { isTokenExpired, readSessionToken, type SessionToken } from '@muster/contract/rules/session-token'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { liveToken, onTokenChange, readToken, removeToken, storeToken } from '../../api/credentials.ts'
import { queryClient } from '../../api/query-client.ts'
import { now } from '../../clock.ts'

export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: Pick<SessionToken, 'id' | 'email'> }

let state: SessionState = { status: 'starting' }
const listeners = new Set<() => void>()

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

/** Called once by the organiser's entry: the stored token, or one renewed by the cookie, or signed out. */
export async function startSession(): Promise<void> {
  onTokenChange(readState)
  try {
    await liveToken()
  } catch (error) {
    // Offline at the start is not signed out: a stored token still says who this is.
    if (!(error instanceof ApiError)) throw error
  }
  readState()
}

/** False when the token is invalid or expired; the caller says so. */
export function signIn(token: string): boolean {
  if (!readSessionToken(token) || isTokenExpired(token, now().toISOString())) return false
  storeToken(token)
  return true
}

export async function signOut(): Promise<void> {
  try {
    await call('session', 'logout')
  } catch (error) {
    // Whatever the server answers, this browser is signed out.
    if (!(error instanceof ApiError)) throw error
  } finally {
    removeToken()
  }
}

function readState(): void {
  const token = readToken()
  const user = token === null ? undefined : readSessionToken(token)
  const before = state
  state = user ? { status: 'signed-in', user } : { status: 'signed-out' }
  if (isSame(before, state)) {
    state = before
    return
  }
  // Signed out here, by a 401 or in another tab: the next person at this screen starts from nothing.
  if (before.status === 'signed-in') queryClient.clear()
  for (const listener of listeners) listener()
}

function isSame(a: SessionState, b: SessionState): boolean {
  if (a.status !== 'signed-in' || b.status !== 'signed-in') return a.status === b.status
  return a.user.id === b.user.id && a.user.email === b.user.email
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
