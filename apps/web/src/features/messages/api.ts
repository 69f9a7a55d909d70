import type { Message } from '@muster/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

/** While a message is on its way its status changes within seconds; else an answer may come. */
const ON_ITS_WAY_MS = 3_000
const QUIET_MS = 30_000

/** A person's history, newest first, kept up to date while it is open. */
export const messagesQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('messages', person_id),
    queryFn: ({ signal }): Promise<Message[]> =>
      call('messages', 'listMessages', { params: { id: person_id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? ON_ITS_WAY_MS : QUIET_MS),
  })

export function sendSms(person_id: string, message: string): Promise<Message> {
  return call('messages', 'sendSms', {
    params: { id: person_id },
    body: { message, useAlphanumeric: true },
  })
}

function isOnItsWay({ status }: Message): boolean {
  return status === 'QUEUED' || status === 'SENDING'
}
