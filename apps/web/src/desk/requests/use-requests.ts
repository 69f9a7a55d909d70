import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/rights.ts'
import { requestsQuery } from './api.ts'

/** D52: how many wait for an answer. `onRetry` is there when that is not known. */
export function useRequests({ id }: Event) {
  const mayPlan = useMay('plan')
  const { data, error, refetch } = useQuery({ ...requestsQuery(id), enabled: mayPlan })
  const count = data?.length ?? 0
  const onRetry = !data && error ? () => void refetch() : undefined
  return { count, onRetry, isShown: count > 0 || onRetry !== undefined }
}
