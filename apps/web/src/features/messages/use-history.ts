import { topics } from '@muster/contract/live'
import type { Message } from '@muster/contract/messages'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemberTopic } from '../../live/use-member-topic.ts'
import { usePaced } from '../../live/use-paced.ts'
import { messagesQuery } from './api.ts'

/** Read again at most so often, ms. */
const PAUSE_MS = 1_000

/** A person's history, read again whenever the live channel says that there is news. */
export function useHistory(person_id: string): UseQueryResult<Message[]> {
  const query = useQuery(messagesQuery(person_id))
  const { refetch } = query
  const readAgain = usePaced(() => void refetch(), PAUSE_MS)
  useMemberTopic(topics.person(person_id), readAgain)
  return query
}
