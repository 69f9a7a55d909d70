import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Sends a new request in any case. A request in flight is cancelled: its answer may be older than the refusal. */
export async function readAnew<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  return client.fetchQuery({ ...query, staleTime: 0 })
}
