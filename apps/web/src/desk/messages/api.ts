import type { Message, Thread } from '@muster/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'

/** ms between reads, in case a live hint is lost. */
const ASK_ANYWAY_MS = 30_000

export const messagesQuery = (person_id: string) =>
  queryOptions({
    queryKey: organizationKey('messages', person_id),
    queryFn: ({ signal }): Promise<Message[]> =>
      call('messages', 'listMessages', { params: { id: person_id }, signal }),
    staleTime: 0,
    refetchInterval: ASK_ANYWAY_MS,
  })

export function sendSms(person_id: string, message: string): Promise<Message> {
  const body = { message, useAlphanumeric: true } as const
  return once(['sendSms', person_id, body], (headers) =>
    call('messages', 'sendSms', { params: { id: person_id }, headers, body }),
  )
}

export function sendEmail(person_id: string, body: { subject: string; message: string }): Promise<Message> {
  return once(['sendEmail', person_id, body], (headers) =>
    call('messages', 'sendEmail', { params: { id: person_id }, headers, body }),
  )
}

export function markRead(person_id: string): Promise<undefined> {
  return call('messages', 'markRead', { params: { id: person_id } })
}

export function openThread(person_id: string): Promise<Thread> {
  return call('messages', 'openThread', { params: { id: person_id } })
}
