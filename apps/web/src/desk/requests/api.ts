import type { Request } from '@muster/contract/requests'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { shiftsQuery } from '../shifts/api.ts'

/** The key is below that of the event's shifts, so that requests are read again with them. */
export const requestsQuery = (event_id: string) =>
  queryOptions({
    queryKey: [...shiftsQuery(event_id).queryKey, 'requests'],
    queryFn: async ({ signal }): Promise<Request[]> => {
      const { requests } = await call('requests', 'listRequests', { query: { event_id }, signal })
      return requests
    },
  })

export type Approval = Answer<'requests', 'approveRequests'>
/** What the organiser was asked about: one place more each (D20), and people who have another shift then (D14). */
export type Allowed = { raise?: true; despite_conflict?: true }

export function approveRequests(ids: readonly string[], allowed: Allowed): Promise<Approval> {
  const body = { request_ids: [...ids], ...allowed }
  return once(['approveRequests', body], (headers) => call('requests', 'approveRequests', { headers, body }))
}

export async function denyRequests(ids: readonly string[], reason: string): Promise<void> {
  const body = { request_ids: [...ids], reason: reason.trim() || null }
  await once(['denyRequests', body], (headers) => call('requests', 'denyRequests', { headers, body }))
}

/** Takes what was answered from the cached list, before it is read again. */
export function dropRequests(client: QueryClient, event_id: string, ids: readonly string[]): void {
  client.setQueryData(requestsQuery(event_id).queryKey, (before) =>
    before?.filter(({ id }) => !ids.includes(id)),
  )
}
