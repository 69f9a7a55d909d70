import type { Language } from '@muster/contract/language'
import type { Organization } from '@muster/contract/organizations'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { findLastActiveId, listOrganizationsOf } from './queries.ts'

type Reader = { user_id: string; language: Language }

/** Reads the organisations of an account, sorted by name as its language does. */
export function readOrganizations({ db }: Pick<Deps, 'db'>, reader: Reader): Promise<Organization[]> {
  return db.system((tx) => listSorted(tx, reader))
}

export function readLastActive({ db, config }: Pick<Deps, 'db' | 'config'>, reader: Reader) {
  return db.system(async (tx) => {
    const organizations = await listSorted(tx, reader)
    const last_active_id = await findLastActiveId(tx, reader.user_id)
    const last_active_organization = organizations.find(({ id }) => id === last_active_id) ?? null
    const may_create_organizations = config.organization_creation === 'anybody'
    return { organizations, last_active_organization, may_create_organizations }
  })
}

async function listSorted(tx: Tx, { user_id, language }: Reader): Promise<Organization[]> {
  const { compare } = new Intl.Collator(language)
  return (await listOrganizationsOf(tx, user_id)).toSorted((one, other) => compare(one.name, other.name))
}
