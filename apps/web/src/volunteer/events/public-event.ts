import type { PublicOrganization } from '@muster/contract/organizations'
import type { PublicEvent } from '@muster/contract/public-event'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { linkKey } from '../../ui/hooks/navigation.ts'

export type PublicEventState =
  | { status: 'loading' }
  | { status: 'ready'; event: PublicEvent; preview: EventPreview | undefined; readAgain: () => void }
  /** `event`: as last read, for the organisation's name. */
  | { status: 'error'; error: unknown; event: PublicEvent | undefined; readAgain: () => void }

/** Event in the server's HTML. `null` means that it does not exist. */
export type InlinedEvent = {
  event_id: string
  event: PublicEvent | null
  preview?: EventPreview | undefined
}

/** D49: a draft, as a member sees it. */
export type EventPreview = { organization_id: string }

export const INLINED_EVENT = 'event'

let inlined: InlinedEvent | undefined

/** The last event read, so that the way to its sign-up and back is instant. */
let lastRead: PublicEvent | undefined

export function setInlinedEvent(given: InlinedEvent): void {
  inlined = given
  lastRead = given.event ?? undefined
}

export function organizationOf(state: PublicEventState): PublicOrganization | undefined {
  return state.status === 'loading' ? undefined : state.event?.organization
}

export function usePublicEvent(event_id: string): PublicEventState {
  const read = useCallback(
    async (signal: AbortSignal) => {
      lastRead = await call('events', 'getPublicEvent', {
        params: { eventId: event_id },
        query: { k: linkKey() },
        headers: { 'event-id': event_id },
        signal,
      })
      return lastRead
    },
    [event_id],
  )
  const { preview, ...known } = useKnownEvent(event_id)
  const { data, error, readAgain } = useRead(read, known)

  // Stale data stays while the connection is down.
  const isGone = error instanceof ApiError && error.status === 404
  if (error !== undefined && (!data || isGone)) return { status: 'error', error, event: data, readAgain }
  return data ? { status: 'ready', event: data, preview, readAgain } : { status: 'loading' }
}

type KnownEvent = NonNullable<Parameters<typeof useRead<PublicEvent>>[1]> & {
  preview?: EventPreview | undefined
}

function useKnownEvent(event_id: string): KnownEvent {
  const [known] = useState((): KnownEvent => {
    if (inlined?.event_id !== event_id) return { data: lastRead?.id === event_id ? lastRead : undefined }
    if (inlined.event) return { data: inlined.event, isFresh: true, preview: inlined.preview }
    return { error: new ApiError(404, { code: 'event_not_found' }), isFresh: true }
  })
  useEffect(() => {
    // Only for the first page: it would be stale later.
    inlined = undefined
  }, [])
  return known
}
