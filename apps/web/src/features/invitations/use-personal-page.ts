import type { Invitation } from '@muster/contract/invitations'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Read, useRead } from '../../api/use-read.ts'
import { readInvitation } from './api.ts'

export type PersonalPage = Read<Invitation> & {
  /** What an answer of the server changes, until the page is read again. */
  store: (change: (shown: Invitation) => Invitation) => void
}

/** Read again when the tab is looked at: something may have been answered in another one. */
export function usePersonalPage(token: string): PersonalPage {
  const [stored, setStored] = useState<{ since: Invitation; invitation: Invitation }>()
  const lastStored = useRef<Invitation>(undefined)
  const read = useRead(
    useCallback(
      async (signal: AbortSignal) => {
        const before = lastStored.current
        const invitation = await readInvitation(token, signal)
        // What was stored meanwhile is newer.
        return lastStored.current === before ? invitation : (lastStored.current ?? invitation)
      },
      [token],
    ),
  )
  const { data, readAgain } = read
  const shown = stored && stored.since === data ? stored.invitation : data
  const latest = useRef({ data, shown })
  useEffect(() => {
    latest.current = { data, shown }
  })

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [readAgain])

  return {
    ...read,
    data: shown,
    store: (change) => {
      const { data: since, shown: invitation } = latest.current
      if (!since || !invitation) return
      lastStored.current = change(invitation)
      setStored({ since, invitation: lastStored.current })
    },
  }
}
