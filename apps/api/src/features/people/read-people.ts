import type { Person } from '@muster/contract/people'
import type { OrgTx } from '../../db/client.ts'
import type { ListPage } from '../../http/list-page.ts'
import { listLookalikes, listPeople, type PeopleFilter } from './queries.ts'

/** Lists people, and names for each who may be the same person (D11). A viewer does not see it: it tells of addresses. */
export async function readPeople(tx: OrgTx, filter: PeopleFilter, page?: ListPage): Promise<Person[]> {
  const people = await listPeople(tx, filter, page)
  const lookalikes = filter.by_name_only ? [] : await listLookalikes(tx, tx.org)
  if (lookalikes.length === 0) return people
  const lookalikeOf = new Map(
    lookalikes.flatMap(({ older_id, younger_id }) => [
      [older_id, younger_id],
      [younger_id, older_id],
    ]),
  )
  return people.map((person) => {
    const lookalike_id = lookalikeOf.get(person.id)
    return { ...person, ...(lookalike_id !== undefined && { lookalike_id }) }
  })
}
