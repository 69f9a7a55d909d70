import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import { conflict } from '../../edge/refusal.ts'
import { type InviteMethod, loadReach, type Reach } from '../assignments/reach.ts'

/** Returns how each person is asked. Refuses the first who cannot be, by name. */
export async function findReachable<Person extends PersonRow>(
  tx: OrgTx,
  people: readonly Person[],
  { method, config }: { method: InviteMethod; config: Config },
): Promise<(Person & Reach)[]> {
  const reachOf = await loadReach(tx, people, config)
  return people.map((person) => {
    const reach = reachOf(person, method)
    if (typeof reach === 'object') return { ...person, ...reach }
    const { id: person_id, first_name, last_name } = person
    throw conflict(reach, { person_id, name: `${first_name} ${last_name}`, sentence: 'unreachable' })
  })
}
