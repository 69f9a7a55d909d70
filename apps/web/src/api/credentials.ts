import { isTokenExpired } from '@muster/contract/rules/session-token'
import { atom } from 'nanostores'
import { now } from '../clock.ts'
import { deviceStorage } from '../storage.ts'
import { ApiError, isTemporary } from './api-error.ts'
import { type Answer, attachSession, call } from './call.ts'
import { currentOrganization, restoreOrganization } from './current-organization.ts'

const storageKey = 'auth_token'
const factorsKey = 'auth_second_factors'

export type IssuedToken = Answer<'session', 'login'>

/** Copy of the token for listeners. The storage decides: a change by another tab arrives here later. */
export const $token = atom<string | null>(null)

/** Factors with which the sign-in can be finished (D7); empty once it is finished. */
export const $secondFactors = atom<readonly string[]>([])

/** The organisation that refuses this account until it has a second factor. */
export const $setupRequired = atom<string | null>(null)

/** Ends the question for a proof of identity (D64), while it is open. */
export const $proofQuestion = atom<((isProven: boolean) => void) | null>(null)

let proof: Promise<boolean> | undefined

/** One question for all calls that wait. */
function prove(): Promise<boolean> {
  proof ??= new Promise<boolean>((resolve) => $proofQuestion.set(resolve)).finally(() => {
    proof = undefined
    $proofQuestion.set(null)
  })
  return proof
}

export function startCredentials(): void {
  attachSession({
    token: liveToken,
    renew: renewToken,
    end: removeToken,
    prove,
    organization: currentOrganization,
    requireSetup: (organization_id) => $setupRequired.set(organization_id),
  })
  restoreOrganization()
  readStorage()
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === factorsKey || key === null) readStorage()
  })
}

function readStorage(): void {
  $secondFactors.set(deviceStorage.getItem(factorsKey)?.split(' ') ?? [])
  $token.set(readToken())
}

export function readToken(): string | null {
  return deviceStorage.getItem(storageKey)
}

/** Writes in an order in which no other tab takes an unfinished sign-in for a finished one. */
export function storeToken({ token, second_factors }: Pick<IssuedToken, 'token' | 'second_factors'>): void {
  if (second_factors.length > 0) deviceStorage.setItem(factorsKey, second_factors.join(' '))
  deviceStorage.setItem(storageKey, token)
  if (second_factors.length === 0) deviceStorage.removeItem(factorsKey)
  $setupRequired.set(null)
  readStorage()
}

export function removeToken(): void {
  deviceStorage.removeItem(storageKey)
  deviceStorage.removeItem(factorsKey)
  readStorage()
}

export async function liveToken(): Promise<string | undefined> {
  const token = readToken()
  return token !== null && isLive(token) ? token : renewToken(token)
}

let renewal: Promise<string | undefined> | undefined

/** Renews the token once at a time in all tabs of this browser, because a refresh token can be used once (D7). */
export function renewToken(refused: string | null): Promise<string | undefined> {
  renewal ??= withLock(() => renew(refused)).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(refused: string | null): Promise<string | undefined> {
  const before = readToken()
  // Another tab has renewed the token.
  if (before !== null && before !== refused && isLive(before)) return before
  const renewed = await askForToken()
  // The user has signed out, or in again, while the answer was on its way.
  if (readToken() !== before) return readToken() ?? undefined
  if (renewed === undefined) removeToken()
  else storeToken(renewed)
  return renewed?.token
}

async function askForToken(): Promise<IssuedToken | undefined> {
  for (let wait = 200; ; wait *= 2) {
    try {
      return await call('session', 'refresh')
    } catch (error) {
      if (error instanceof ApiError && !isTemporary(error)) return undefined
      if (wait > 800) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Locks are missing outside a secure context. D7 then tolerates two tabs that renew at once.
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('muster:renew-token', work) : work()
}

function isLive(token: string): boolean {
  return !isTokenExpired(token, now().toISOString())
}
