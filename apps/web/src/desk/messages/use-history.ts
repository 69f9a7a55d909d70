import { topics } from '@muster/contract/live'
import type { Message } from '@muster/contract/messages'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { messagesQuery } from './api.ts'

const PAUSE_MS = 1_000

export function useHistory(person_id: string): UseQueryResult<Message[]> {
  const query = useQuery(messagesQuery(person_id))
  const { refetch } = query
  const readAgain = useThrottled(() => void refetch(), PAUSE_MS)
  useMemberTopic(topics.person(person_id), readAgain)
  return query
}
