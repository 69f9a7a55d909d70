import { foldAddress, identityKey } from '@muster/contract/rules/fold'
import type { OrgTx } from '../../db/client.ts'
import { inParts, PEOPLE_AT_ONCE } from '../../db/in-parts.ts'
import { lockPeopleExclusively } from '../../db/lock.ts'
import type { PersonRow } from '../../db/schema.ts'
import { listLinkedContacts } from '../../outbox/sent-messages.ts'
import { listPeopleByIdentity, listPeopleByIds } from '../people/save-many.ts'
import { listTagsOfPeople } from '../tags/queries.ts'
import type { GivenPerson } from './check-rows.ts'
import { type Known, merge, type OnExisting, startFrom } from './decide-rows.ts'

/** Reads whom the rows are about. `is_saving` locks them (D15). */
export async function readKnown(
  tx: OrgTx,
  rows: readonly GivenPerson[],
  { on_existing, is_saving }: { on_existing: OnExisting; is_saving: boolean },
): Promise<Known> {
  const found = await listInvolved(tx, rows, on_existing)
  const ids = [...new Set(found.map(({ id }) => id))].toSorted()
  const involved = is_saving
    ? await inParts(ids, PEOPLE_AT_ONCE, (part) => lockPeopleExclusively(tx, part))
    : found
  const people = byId(involved)
  const tags = await inParts(people.keys(), PEOPLE_AT_ONCE, async (part) => [
    ...(await listTagsOfPeople(tx, part)),
  ])
  const linked = await listLinked(tx, rows, people)
  return {
    people,
    tags: new Map(tags),
    on_existing,
    isLinked: (person_id, contact, address) => linked.has(contactKey(person_id, contact, address)),
  }
}

/** Also holders of the names and addresses that the rows would give to others. */
async function listInvolved(
  tx: OrgTx,
  rows: readonly GivenPerson[],
  on_existing: OnExisting,
): Promise<PersonRow[]> {
  const keys = new Set(rows.map(({ key }) => key))
  const named = rows.filter(({ person_id }) => person_id !== undefined)
  const people = [
    ...(await listPeopleByIdentity(tx, keys)),
    ...(await listPeopleByIds(tx, new Set(named.flatMap(({ person_id }) => person_id ?? [])))),
  ]
  const known = { people: byId(people), tags: new Map() }
  const later_keys = new Set(
    named.flatMap((given) => {
      const who = startFrom(known, given.person_id ?? '', 0)
      if (!who) return []
      return [true, false].map((is_linked) =>
        identityKey(merge(who, given, { on_existing, isLinked: () => is_linked }).values),
      )
    }),
  )
  return [
    ...people,
    ...(await listPeopleByIdentity(
      tx,
      [...later_keys].filter((key) => !keys.has(key)),
    )),
  ]
}

async function listLinked(
  tx: OrgTx,
  rows: readonly GivenPerson[],
  people: ReadonlyMap<string, PersonRow>,
): Promise<Set<string>> {
  const by_key = new Map([...people.values()].map((row) => [row.identity_key, row]))
  const changing = rows.flatMap((given) => {
    const who = given.person_id === undefined ? by_key.get(given.key) : people.get(given.person_id)
    const is_changing =
      who && (given.person_id !== undefined || (given.values.phone ?? who.phone) !== who.phone)
    return is_changing ? who.id : []
  })
  const contacts = await inParts(new Set(changing), PEOPLE_AT_ONCE, (part) => listLinkedContacts(tx, part))
  return new Set(
    contacts.map(({ person_id, channel, address }) =>
      contactKey(person_id ?? '', channel === 'EMAIL' ? 'email' : 'phone', address),
    ),
  )
}

const contactKey = (person_id: string, contact: 'email' | 'phone', address: string) =>
  `${person_id} ${contact} ${foldAddress(address)}`

const byId = (rows: readonly PersonRow[]) => new Map(rows.map((row) => [row.id, row]))
