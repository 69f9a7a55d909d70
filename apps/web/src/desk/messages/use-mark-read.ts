import type { Message } from '@muster/contract/messages'
import type { Person } from '@muster/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { organizationKey } from '../../api/organization-key.ts'
import { useMay } from '../../api/rights.ts'
import { markRead } from './api.ts'

/** D31: what is shown has been read, also what arrives meanwhile. */
export function useMarkRead(
  { id, has_unread = false }: Person,
  messages: readonly Message[] | undefined,
): void {
  const client = useQueryClient()
  const maySend = useMay('send')
  const isLoaded = messages !== undefined
  const newest = messages?.find(({ direction }) => direction === 'INBOUND')?.id
  /** Null before the history is loaded. */
  const shown = useRef<{ newest: string | undefined }>(null)
  useEffect(() => {
    if (!isLoaded || !maySend) return
    const isUnread = shown.current ? shown.current.newest !== newest : has_unread
    shown.current = { newest }
    if (!isUnread) return
    markRead(id).then(
      () => client.invalidateQueries({ queryKey: organizationKey('people') }),
      // The mark stays, and the next time the history is opened it is tried again.
      () => undefined,
    )
  }, [client, id, isLoaded, maySend, newest, has_unread])
}
