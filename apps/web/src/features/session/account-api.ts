import type { Account } from '@muster/contract/session'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const accountQuery = () =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }): Promise<Account> => call('session', 'getAccount', { signal }),
  })

export const endAccount = (): Promise<Account> => call('session', 'endAccount')

export const keepAccount = (): Promise<Account> => call('session', 'keepAccount')
