import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { topics } from '@muster/contract/live'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { progressQuery } from './api.ts'

const PAUSE_MS = 500

export function useBroadcastProgress(id: string): UseQueryResult<BroadcastProgress> {
  const query = useQuery(progressQuery(id))
  const { refetch } = query
  const readAgain = useThrottled(() => void refetch(), PAUSE_MS)
  useMemberTopic(topics.broadcast(id), readAgain)
  return query
}
