import type { Invitation } from '@muster/contract/invitations'
import { useCallback, useEffect } from 'react'
import { type Read, useRead } from '../../api/use-read.ts'
import { readInvitation } from './api.ts'

/** Read again when the tab is looked at: something may have been answered in another one. */
export function usePersonalPage(token: string): Read<Invitation> {
  const read = useRead(useCallback((signal: AbortSignal) => readInvitation(token, signal), [token]))
  const { readAgain } = read

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [readAgain])

  return read
}
