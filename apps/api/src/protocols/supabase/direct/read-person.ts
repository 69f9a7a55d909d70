import type { DirectPerson } from '@muster/contract/direct'
import type { Deps } from '../../../deps.ts'
import { showNames } from '../../../features/events/public-shifts.ts'
import { selectConfirmedPerson } from './queries.ts'
import { pick } from './read-query.ts'

/** D22: returns the person of a public assignment, named as the event's setting says; otherwise an empty list. */
export async function readPerson(
  { db, findOrganization }: Pick<Deps, 'db' | 'findOrganization'>,
  assignment_id: string,
  columns: readonly ('id' | 'first_name' | 'last_name')[],
): Promise<DirectPerson[]> {
  const org = await findOrganization.ofAssignment(assignment_id)
  if (!org) return []
  const found = await db.preparedTransaction(org, (tx) => selectConfirmedPerson(tx, assignment_id))
  if (!found) return []
  const { public_names, ...person } = found
  return showNames([person], public_names).map(({ person_id: id, ...names }) =>
    pick({ id, ...names }, columns),
  )
}
