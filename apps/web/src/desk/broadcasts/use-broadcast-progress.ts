import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { topics } from '@muster/contract/live'
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { progressQuery } from './api.ts'

const PAUSE_MS = 500

export function useBroadcastProgress(id: string | undefined): UseQueryResult<BroadcastProgress> {
  const { queryFn = skipToken, ...options } = progressQuery(id ?? '')
  const query = useQuery({ ...options, queryFn: id === undefined ? skipToken : queryFn })
  const { refetch } = query
  const readAgain = useThrottled(() => void refetch(), PAUSE_MS)
  useMemberTopic(id === undefined ? undefined : topics.broadcast(id), readAgain)
  return query
}
