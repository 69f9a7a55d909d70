import { deleteOrganization } from '../../db/delete-organization.ts'
import type { Deps } from '../../deps.ts'
import { listEndedOrganizations } from './queries.ts'

export async function deleteEndedOrganizations(
  { db }: Pick<Deps, 'db'>,
  { onProgress }: { onProgress: () => Promise<void> },
): Promise<number> {
  const ids = await db.system(listEndedOrganizations)
  for (const id of ids) await deleteOrganization(db, id, onProgress)
  return ids.length
}
