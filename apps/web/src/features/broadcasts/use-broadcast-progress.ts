import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { topics } from '@muster/contract/live'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { usePaced } from '../../live/use-paced.ts'
import { progressQuery } from './api.ts'

/** The bar moves at most so often, ms. */
const PAUSE_MS = 500

/** How far a broadcast has come, read again whenever the live channel says that it has moved. */
export function useBroadcastProgress(id: string): UseQueryResult<BroadcastProgress> {
  const query = useQuery(progressQuery(id))
  const { refetch } = query
  const readAgain = usePaced(() => void refetch(), PAUSE_MS)
  useMemberTopic(topics.broadcast(id), readAgain)
  return query
}
