import type { PublicEvent } from '@muster/contract/events'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useRead } from '../../../api/use-read.ts'

export type PublicEventState =
  | { status: 'loading' }
  | { status: 'ready'; event: PublicEvent; readAgain: () => void }
  | { status: 'error'; error: unknown; readAgain: () => void }

/** What the server has written into the document; `null` when there is no such event. */
export type InlinedEvent = { event_id: string; event: PublicEvent | null }

/** The element it stands in, as JSON. */
export const INLINED_EVENT = 'event'

let inlined: InlinedEvent | undefined

/** What the page before has read: going from an event to its sign-up and back shows no loading. */
let lastRead: PublicEvent | undefined

/** Gives the first page its event: it is drawn at once and asks nothing. */
export function setInlinedEvent(given: InlinedEvent): void {
  inlined = given
  lastRead = given.event ?? undefined
}

/** The event as volunteers see it, read at every visit. */
export function usePublicEvent(event_id: string): PublicEventState {
  const read = useCallback(
    async (signal: AbortSignal) => {
      lastRead = await call('events', 'getPublicEvent', { params: { eventId: event_id }, signal })
      return lastRead
    },
    [event_id],
  )
  const { data, error, readAgain } = useRead(read, useKnownEvent(event_id))

  // Who has something to look at, or has begun to type, keeps it when the line is down.
  const isGone = error instanceof ApiError && error.status === 404
  if (error !== undefined && (!data || isGone)) return { status: 'error', error, readAgain }
  return data ? { status: 'ready', event: data, readAgain } : { status: 'loading' }
}

function useKnownEvent(event_id: string): Parameters<typeof useRead<PublicEvent>>[1] {
  const [known] = useState(() => {
    if (inlined?.event_id !== event_id) return { data: lastRead?.id === event_id ? lastRead : undefined }
    if (inlined.event) return { data: inlined.event, isFresh: true }
    return { error: new ApiError(404, { code: 'event_not_found' }), isFresh: true }
  })
  useEffect(() => {
    // The document is as old as its first page: the next one reads.
    inlined = undefined
  }, [])
  return known
}
