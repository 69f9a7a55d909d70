import type { Invitation } from '@muster/contract/personal-shift'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, askedPause } from '../../api/api-error.ts'
import { type Read, useRead } from '../../api/use-read.ts'
import { readInvitation } from './api.ts'
import { dropKeptPage, dropLink, useKeptPage } from './kept-page.ts'

/** Maximum wait in ms for the document and its data together. On a slow line a copy is better than an empty screen. */
const PATIENCE = 5_000

/** Minimum ms from an error to the next attempt, unless the server asks for more. Up to half is added at random. */
const PAUSE = 8_000

export type PersonalRead = Read<Invitation> & {
  /** Time of the shown copy (ISO, UTC). Undefined if the server has answered. */
  as_of: string | undefined
  /** Keeps the shown copy until the page is left, although the browser no longer keeps it. */
  holdCopy: () => void
}

/** Reads again when the tab becomes visible, because an answer may have been given in another tab. */
export function usePersonalPage(token: string): PersonalRead {
  const read = useRead(useCallback((signal: AbortSignal) => readInvitation(token, signal), [token]))
  const { data, error } = read
  const kept = useKeptPage(token)
  const [isLate, setLate] = useState(false)
  const refusal = codeOfLink(error)
  const isAnswered = data !== undefined || refusal !== undefined
  const [held, setHeld] = useState<typeof kept>()
  const copy = isAnswered || !(isLate || error !== undefined) ? undefined : (kept ?? held)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE - waitedForDocument())
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (refusal === 'link_invalid' || refusal === 'link_replaced') dropKeptPage(token)
    else if (refusal) dropLink(token)
  }, [refusal, token])

  const { readAgain: startAgain } = read
  const readAgain = useCallback(() => {
    // The copy stays there meanwhile.
    setLate(true)
    startAgain()
  }, [startAgain])

  const isCopy = copy !== undefined
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    document.addEventListener('visibilitychange', refresh)
    addEventListener('online', refresh)
    // A network without a way to the server is `online` too.
    const pause = Math.max(PAUSE, askedPause(error)) * (1 + Math.random() / 2)
    const timer = isCopy && error !== undefined ? setTimeout(refresh, pause) : undefined
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('online', refresh)
      clearTimeout(timer)
    }
  }, [readAgain, isCopy, error])

  const holdCopy = () => setHeld(copy)
  return { ...read, readAgain, data: data ?? copy?.shown, as_of: copy?.as_of, holdCopy }
}

/** ms. The service worker waits as long for the document before it takes its copy. */
function waitedForDocument(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation && 'responseStart' in navigation ? Number(navigation.responseStart) : 0
}

/** Returns the API's code. A proxy may answer 403 or 404 for a server that is down, which does not count. */
function codeOfLink(error: unknown): 'link_invalid' | 'link_replaced' | 'link_expired' | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'link_invalid' || code === 'link_replaced' || code === 'link_expired' ? code : undefined
}

/** The link is closed for good: the shift was cancelled, or the place taken away. */
export function isInvalid(error: unknown): boolean {
  return codeOfLink(error) === 'link_invalid' || isReplaced(error)
}

/** D63: there is a newer link. */
export const isReplaced = (error: unknown): boolean => codeOfLink(error) === 'link_replaced'

/** D18: 403: the time to answer is over; 404: closed, or never valid. */
export function isClosed(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}
