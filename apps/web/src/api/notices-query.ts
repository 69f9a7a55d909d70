import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from './call.ts'
import { organizationKey } from './organization-key.ts'

export type NoticeTarget = NonNullable<Given<'assignments', 'previewNotices'>['body']>

/** D21: the notices that a change or deletion would send to people. */
export const noticesQuery = (target: NoticeTarget) =>
  queryOptions({
    // A key below that of the events, so that a live change refreshes it too.
    queryKey: organizationKey('events', 'notices', JSON.stringify(target)),
    queryFn: ({ signal }) => call('assignments', 'previewNotices', { body: target, signal }),
    // Shown before a deletion: never from the cache.
    staleTime: 0,
    gcTime: 0,
  })

/** How many people get a message. */
export const toldQuery = (target: NoticeTarget) =>
  queryOptions({ ...noticesQuery(target), select: ({ told }) => told })
