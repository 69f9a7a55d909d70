import type { Person } from '@muster/contract/people'
import { takenKey } from '@muster/contract/rules/fold'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { ListPage } from '../../edge/list-page.ts'
import { listTagsOfPeople } from '../tags/queries.ts'
import { listPeople, type PeopleFilter } from './queries.ts'

export async function readPeople(tx: OrgTx, filter: PeopleFilter, page?: ListPage): Promise<Person[]> {
  const found = await listPeople(tx, filter, page)
  const tags = await listTagsOfPeople(tx, page && found.map(({ id }) => id))
  return nameLookalikes(found.map((person) => ({ ...person, tags: tags.get(person.id) ?? [] })))
}

/** D11: sets `lookalike_id` of possible duplicates. A search returns both, because it compares folded text. */
function nameLookalikes(people: (PersonRow & { tags: string[] })[]): Person[] {
  const younger = people.filter(({ id, identity_key }) => identity_key.endsWith(takenKey('', id)))
  if (younger.length === 0) return people
  const idOf = new Map(people.map(({ id, identity_key }) => [identity_key, id]))
  const lookalikeOf = new Map<string, string>()
  for (const { id, identity_key } of younger) {
    const older_id = idOf.get(identity_key.slice(0, -takenKey('', id).length))
    if (older_id === undefined) continue
    lookalikeOf.set(id, older_id)
    lookalikeOf.set(older_id, id)
  }
  return people.map((person) => {
    const lookalike_id = lookalikeOf.get(person.id)
    return lookalike_id === undefined ? person : { ...person, lookalike_id }
  })
}
