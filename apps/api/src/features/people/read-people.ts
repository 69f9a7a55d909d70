import type { Person } from '@muster/contract/people'
import { takenKey } from '@muster/contract/rules/fold'
import type { OrgTx } from '../../db/client.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { ListPage } from '../../edge/list-page.ts'
import { listTagsOfPeople } from '../tags/queries.ts'
import { countInEvent, sumPlannedMinutes } from './count-shifts.ts'
import { countPeople, listPeople, type PeopleFilter } from './queries.ts'

type Asked = PeopleFilter & { include?: 'hours' | undefined }

type Read = { people: Person[]; total: number | undefined }

/** The total, of all pages, is counted for pages only. */
export async function readPeople(
  tx: OrgTx,
  { include, ...filter }: Asked,
  { page, now }: { page?: ListPage | undefined; now: string },
): Promise<Read> {
  const { event_id } = filter
  const found = await listPeople(tx, filter, page)
  const person_ids = page && found.map(({ id }) => id)
  const counts = event_id === undefined ? undefined : await countInEvent(tx, { event_id, person_ids, now })
  const tags = await listTagsOfPeople(tx, person_ids)
  const minutes = include ? await sumPlannedMinutes(tx, { person_ids, now }) : undefined
  const people = found.map((person) => ({
    ...person,
    tags: tags.get(person.id) ?? [],
    in_event: counts?.get(person.id),
    planned_minutes: minutes?.get(person.id),
  }))
  return { people: nameLookalikes(people), total: page && (await countPeople(tx, filter)) }
}

/** D11: sets `lookalike_id` of possible duplicates. A search returns both, because it compares folded text. */
function nameLookalikes(people: (PersonRow & Omit<Person, 'lookalike_id'>)[]): Person[] {
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
