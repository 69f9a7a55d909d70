import type { PublicEvent } from '@muster/contract/events'
import { useCallback } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'

export type PublicEventState =
  | { status: 'loading' }
  | { status: 'ready'; event: PublicEvent; readAgain: () => void }
  | { status: 'error'; error: unknown; readAgain: () => void }

/** What the page before has read: going from an event to its sign-up and back shows no loading. */
let lastRead: PublicEvent | undefined

/** The event as volunteers see it, read at every visit. */
export function usePublicEvent(event_id: string): PublicEventState {
  const read = useCallback(
    async (signal: AbortSignal) => {
      lastRead = await call('events', 'getPublicEvent', { params: { eventId: event_id }, signal })
      return lastRead
    },
    [event_id],
  )
  const { data, error, readAgain } = useRead(read, lastRead?.id === event_id ? lastRead : undefined)

  // Who has something to look at, or has begun to type, keeps it when the line is down.
  const isGone = error instanceof ApiError && error.status === 404
  if (error !== undefined && (!data || isGone)) return { status: 'error', error, readAgain }
  return data ? { status: 'ready', event: data, readAgain } : { status: 'loading' }
}
