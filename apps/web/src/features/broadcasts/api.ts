import type { BroadcastPreview, BroadcastProgress, BroadcastSent } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type BroadcastForm = Given<'broadcasts', 'sendBroadcast'>['body']

/** In case a live hint is lost. */
const ASK_ANYWAY_MS = 5_000

export const eventQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('events', event_id),
    queryFn: ({ signal }): Promise<Event> => call('events', 'getEvent', { params: { id: event_id }, signal }),
  })

export const previewQuery = (event_id: string, form: BroadcastForm) =>
  queryOptions({
    queryKey: organizationKey('broadcast-preview', event_id, JSON.stringify(form)),
    queryFn: ({ signal }): Promise<BroadcastPreview> =>
      call('broadcasts', 'previewBroadcast', { params: { eventId: event_id }, body: form, signal }),
    placeholderData: keepPreviousData,
    // The recipients may have changed since.
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

/** D29: complete when all are settled. */
export function isSettled({ settled, sendable }: Pick<BroadcastProgress, 'settled' | 'sendable'>): boolean {
  return settled >= sendable
}

let last = { content: '', key: '' }

/** D16: one key for one content, so that a second press or a retry sends nothing twice. */
export async function sendBroadcast(event_id: string, body: BroadcastForm): Promise<BroadcastSent> {
  const content = JSON.stringify([event_id, body])
  if (content !== last.content) last = { content, key: newKey() }
  const sent = await call('broadcasts', 'sendBroadcast', {
    params: { eventId: event_id },
    headers: { 'idempotency-key': last.key },
    body,
  })
  // The same message may be sent again tomorrow.
  last = { content: '', key: '' }
  return sent
}
