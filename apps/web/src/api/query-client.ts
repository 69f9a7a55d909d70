import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that takes itself for offline may be wrong, as on a laptop that runs all of this by itself; and what is
    // held back is never seen to fail, and goes out when nobody looks any more.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
  },
})

/** A refusal stays one however often it is asked for. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}
