import { foldName, takenKey } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import type { OrgTx } from '../../db/client.ts'
import { PEOPLE_AT_ONCE } from '../../db/in-parts.ts'
import { partsOf } from '../../db/parts-of.ts'
import { recordActions } from '../../db/record-action.ts'
import type { PersonRow } from '../../db/schema.ts'
import { announceNames } from '../../live/announce.ts'
import { listShiftsOfPeople } from '../people/queries.ts'
import { insertPeople, type SavedPerson, updatePeople } from '../people/save-many.ts'
import { insertPersonTags, listTags, makeTags } from '../tags/queries.ts'
import type { Imported } from './decide-rows.ts'
import { insertImport } from './queries.ts'

/** The people must be locked. People before tags: a call that adds one person takes their locks in this order. */
export async function saveImport(
  tx: OrgTx,
  id: string,
  people: readonly Imported[],
  now: string,
): Promise<void> {
  const changed = people.filter(({ is_changed }) => is_changed)
  const [added, known] = [changed.filter(({ before }) => !before), changed.filter(({ before }) => before)]
  await insertPeople(tx, added.map(savedPerson).toSorted(byKey))
  await updatePeople(tx, known.map(savedPerson))
  const tags = await addTags(tx, changed)
  await insertImport(tx, {
    id,
    tag_ids: tags.made,
    people: changed.map((each) => ({
      person_id: each.id,
      version: each.before ? each.before.version + 1 : 1,
      before: each.before ? { ...valuesBefore(each.before), added_tag_ids: tags.idsOf(each.new_tags) } : null,
    })),
  })
  const ids = changed.map((each) => each.id)
  announceNames(
    tx,
    await listShiftsOfPeople(
      tx,
      known.map((each) => each.id),
    ),
  )
  await recordActions(
    tx,
    [...partsOf(ids, PEOPLE_AT_ONCE)].map((person_ids) => ({
      action: 'person.imported' as const,
      at: now,
      person_ids,
    })),
  )
}

const savedPerson = ({ id, before, values, key }: Imported): SavedPerson => ({
  ...values,
  id,
  // D11: an entry whose own key another has keeps its own.
  identity_key: before && isKeyKept(before, key) ? before.identity_key : key,
})

const isKeyKept = ({ id, identity_key }: PersonRow, key: string) =>
  identity_key === key || identity_key === takenKey(key, id)

/** In one order, so that two calls at once wait for each other and do not deadlock. */
const byKey = (one: SavedPerson, other: SavedPerson) => (one.identity_key < other.identity_key ? -1 : 1)

const valuesBefore = ({
  first_name,
  last_name,
  email,
  phone,
  child_team,
  notes,
  language,
  identity_key,
}: PersonRow) => ({ first_name, last_name, email, phone, child_team, notes, language, identity_key })

/** Returns the ids of the tags it has made. */
async function addTags(tx: OrgTx, people: readonly Imported[]) {
  const before = new Set((await listTags(tx)).map((tag) => tag.id))
  const given = people.flatMap(({ id: person_id, new_tags }) =>
    new_tags.map((name) => ({ person_id, name, key: foldName(name) })),
  )
  const ids = await makeTags(
    tx,
    given.map(({ name }) => name),
  )
  const idsOf = (names: readonly string[]) => names.flatMap((name) => ids.get(foldName(name)) ?? [])
  for (const [key, of_tag] of groupBy(given, (each) => each.key)) {
    const tag_id = ids.get(key)
    const person_ids = of_tag.map(({ person_id }) => person_id)
    if (tag_id !== undefined) await insertPersonTags(tx, person_ids, [tag_id])
  }
  return { idsOf, made: [...ids.values()].filter((tag_id) => !before.has(tag_id)) }
}
