import type { Account } from '@muster/contract/session'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { signInWith } from './session-state.ts'

export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }): Promise<Account> => call('session', 'getAccount', { signal }),
  })

export const changeAccount = (body: { name: string }): Promise<Account> =>
  call('session', 'changeAccount', { body })

export const endAccount = (): Promise<Account> => call('session', 'endAccount')

export const keepAccount = (): Promise<Account> => call('session', 'keepAccount')

export type Session = Answer<'session', 'listSessions'>['sessions'][number]

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }): Promise<Session[]> =>
      (await call('session', 'listSessions', { signal })).sessions,
  })

export const endSession = (id: string) => call('session', 'endSession', { params: { id } })

/** Signs in again as proof of identity. The server ends the previous session. */
export async function signInAgain(body: { email: string; password: string }): Promise<void> {
  signInWith(await call('session', 'login', { body }))
}
