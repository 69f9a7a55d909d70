import type {
  BroadcastPreview,
  BroadcastProgress,
  BroadcastSent,
  BroadcastSummary,
} from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type BroadcastForm = Given<'broadcasts', 'sendBroadcast'>['body']

/** ms between reads, in case a live hint is lost. */
const ASK_ANYWAY_MS = 5_000

export const eventQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('events', event_id),
    queryFn: ({ signal }): Promise<Event> => call('events', 'getEvent', { params: { id: event_id }, signal }),
  })

/** `as_person_id`: whose messages it shows. */
export type PreviewForm = Given<'broadcasts', 'previewBroadcast'>['body']

export const previewQuery = (event_id: string, form: PreviewForm) =>
  queryOptions({
    queryKey: organizationKey('broadcast-preview', event_id, JSON.stringify(form)),
    queryFn: ({ signal }): Promise<BroadcastPreview> =>
      call('broadcasts', 'previewBroadcast', { params: { eventId: event_id }, body: form, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: organizationKey('broadcast', id),
    queryFn: ({ signal }): Promise<BroadcastProgress> =>
      call('broadcasts', 'getBroadcast', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : ASK_ANYWAY_MS),
  })

export const broadcastsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('broadcasts', event_id),
    queryFn: ({ signal }): Promise<BroadcastSummary[]> =>
      call('broadcasts', 'listBroadcasts', { params: { eventId: event_id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.every(isSettled) ? false : ASK_ANYWAY_MS),
  })

export function undoBroadcast(id: string): Promise<BroadcastProgress> {
  return once(['undoBroadcast', id], (headers) =>
    call('broadcasts', 'undoBroadcast', { params: { id }, headers }),
  )
}

export function sendNow(id: string): Promise<BroadcastProgress> {
  return once(['sendBroadcastNow', id], (headers) =>
    call('broadcasts', 'sendBroadcastNow', { params: { id }, headers }),
  )
}

export function testBroadcast(event_id: string, body: PreviewForm): Promise<undefined> {
  return once(['testBroadcast', event_id, body], (headers) =>
    call('broadcasts', 'testBroadcast', { params: { eventId: event_id }, headers, body }),
  )
}

export function isSettled({
  state,
  settled,
  sendable,
}: Pick<BroadcastProgress, 'state' | 'settled' | 'sendable'>): boolean {
  return state !== 'planned' && settled >= sendable
}

export function sendBroadcast(event_id: string, body: BroadcastForm): Promise<BroadcastSent> {
  return once(['sendBroadcast', event_id, body], (headers) =>
    call('broadcasts', 'sendBroadcast', { params: { eventId: event_id }, headers, body }),
  )
}
