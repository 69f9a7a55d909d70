import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** Not from the cache, nor by a read that is under way: it may have begun before what is asked about. */
export async function readAnew<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  return client.fetchQuery({ ...query, staleTime: 0 })
}
