import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from './call.ts'
import { organizationKey } from './organization-key.ts'

export type NoticeTarget = NonNullable<Given<'assignments', 'previewNotices'>['body']>

/** Reads the notices that a change or deletion would send to people (D21). */
export const noticesQuery = (target: NoticeTarget) =>
  queryOptions({
    // The key is below that of the events, so that a live change refreshes it too.
    queryKey: organizationKey('events', 'notices', JSON.stringify(target)),
    queryFn: ({ signal }) => call('assignments', 'previewNotices', { body: target, signal }),
    // Never read from the cache, because it is shown before a deletion.
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the number of people who would get a message. */
export const notifiedQuery = (target: NoticeTarget) =>
  queryOptions({ ...noticesQuery(target), select: ({ told }) => told })
