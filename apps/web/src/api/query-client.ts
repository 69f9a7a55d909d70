import { MutationCache, type Query, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnanswered } from './api-error.ts'

/** Value of a mutation's `meta` that lets reads in flight continue. */
export const CHANGES_NOTHING_SHOWN = { changesNothingShown: true }

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // The answer to a write that was carried out may be lost.
    onError: (error) => {
      if (!mayPass(error)) return
      dropFirstReads()
      void queryClient.invalidateQueries()
    },
    // A read that began before the write would bring back the old state. A read of a further page continues, because
    // the user's press would be lost.
    onSuccess: (_answer, _variables, _context, { meta }) => {
      if (meta === CHANGES_NOTHING_SHOWN) return
      dropFirstReads()
      void queryClient.refetchQueries({ fetchStatus: 'fetching', predicate: (query) => !readsFurther(query) })
    },
  }),
  defaultOptions: {
    // `navigator.onLine` may be wrong, as on a laptop that runs everything itself; a paused request is sent much later.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
  },
})

function mayPass(error: Error): boolean {
  return isUnanswered(error) || (error instanceof ApiError && error.status === 503)
}

/** Cancels reads without data, which would continue otherwise. They count as fetching until they are read again. */
function dropFirstReads(): void {
  void queryClient.cancelQueries(
    {
      fetchStatus: 'fetching',
      predicate: (query) => query.isActive() && query.state.data === undefined,
    },
    { silent: true, revert: false },
  )
}

function readsFurther({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined
}
