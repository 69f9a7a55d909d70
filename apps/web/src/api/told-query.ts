import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from './call.ts'
import { organizationKey } from './organization-key.ts'

export type NoticeTarget = NonNullable<Given<'assignments', 'previewNotices'>['body']>

export const toldQuery = (target: NoticeTarget) =>
  queryOptions({
    // Beneath the events, so that a live change refreshes it too.
    queryKey: organizationKey('events', 'told', JSON.stringify(target)),
    queryFn: async ({ signal }): Promise<number> =>
      (await call('assignments', 'previewNotices', { body: target, signal })).told,
    // Shown before a deletion: never from the cache.
    staleTime: 0,
    gcTime: 0,
  })
