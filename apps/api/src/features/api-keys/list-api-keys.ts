import type { ApiKey } from '@muster/contract/api-keys'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { listCallNames } from '../session/account-queries.ts'
import { listKeys } from './queries.ts'

export async function listApiKeys({ db }: Deps, org: OrgId): Promise<ApiKey[]> {
  const keys = await db.transaction(org, (tx) => listKeys(tx))
  // Accounts belong to no organisation, so the system role reads their names.
  const names = await db.system((tx) =>
    listCallNames(tx, [...new Set(keys.map(({ created_by }) => created_by))]),
  )
  return keys.flatMap(({ suspended_at, ...key }) => {
    const account = names.get(key.created_by)
    // The account was deleted after its key was read.
    if (!account) return []
    const { email, name, is_disabled } = account
    return [
      { ...key, created_by: email, created_by_name: name, is_stopped: is_disabled || suspended_at !== null },
    ]
  })
}
