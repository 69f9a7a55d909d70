import type { ApiKey } from '@muster/contract/api-keys'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { listEmailsOf } from '../session/account-queries.ts'
import { listKeys } from './queries.ts'

export async function listApiKeys({ db }: Deps, org: OrgId): Promise<ApiKey[]> {
  const keys = await db.transaction(org, (tx) => listKeys(tx))
  // Accounts belong to no organisation.
  const emails = await db.system((tx) =>
    listEmailsOf(tx, [...new Set(keys.map(({ created_by }) => created_by))]),
  )
  return keys.flatMap((key) => {
    const created_by = emails.get(key.created_by)
    // The account was deleted in this moment.
    return created_by === undefined ? [] : [{ ...key, created_by }]
  })
}
