import { isTokenExpired } from '@muster/contract/rules/session-token'
import { atom } from 'nanostores'
import { now } from '../clock.ts'
import { ApiError } from './api-error.ts'
import { attachSession, call } from './call.ts'
import { currentOrganization, restoreOrganization } from './current-organization.ts'

const storageKey = 'auth_token'

/** A copy for listeners. Storage decides: another tab's change arrives here later. */
export const $token = atom<string | null>(null)

export function startCredentials(): void {
  attachSession({ token: liveToken, renew: renewToken, end: removeToken, organization: currentOrganization })
  restoreOrganization()
  $token.set(readToken())
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) $token.set(readToken())
  })
}

export function readToken(): string | null {
  return localStorage.getItem(storageKey)
}

export function storeToken(token: string): void {
  localStorage.setItem(storageKey, token)
  $token.set(token)
}

export function removeToken(): void {
  localStorage.removeItem(storageKey)
  $token.set(null)
}

export async function liveToken(): Promise<string | undefined> {
  const token = readToken()
  return token !== null && isLive(token) ? token : renewToken(token)
}

let renewal: Promise<string | undefined> | undefined

/** One renewal at a time in all tabs of this browser: a refresh token can be used once (D7). */
export function renewToken(refused: string | null): Promise<string | undefined> {
  renewal ??= withLock(() => renew(refused)).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(refused: string | null): Promise<string | undefined> {
  const before = readToken()
  // Another tab has renewed it.
  if (before !== null && before !== refused && isLive(before)) return before
  const renewed = await askForToken()
  // Signed out or in again while the answer was on its way.
  if (readToken() !== before) return readToken() ?? undefined
  if (renewed === undefined) removeToken()
  else storeToken(renewed)
  return renewed
}

async function askForToken(): Promise<string | undefined> {
  for (let wait = 200; ; wait *= 2) {
    try {
      return (await call('session', 'refresh'))?.token
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const mayPass = error.status === 0 || error.status === 429 || error.status >= 500
      if (!mayPass) return undefined
      if (wait > 800) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Missing outside a secure context; D7 then tolerates two tabs at once.
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('muster:renew-token', work) : work()
}

function isLive(token: string): boolean {
  return !isTokenExpired(token, now().toISOString())
}
