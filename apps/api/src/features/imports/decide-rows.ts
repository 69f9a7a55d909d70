import type { ImportField, onExisting } from '@muster/contract/imports'
import { isSameEmail } from '@muster/contract/rules/email-change'
import { foldName, identityKey } from '@muster/contract/rules/fold'
import { LIMITS } from '@muster/contract/rules/text'
import { limitReached } from '../../access/refuse-at-limit.ts'
import { newId } from '../../db/ids.ts'
import type { PersonRow, PersonValues } from '../../db/schema.ts'
import { conflict, notFound, Refusal } from '../../edge/refusal.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import type { GivenPerson } from './check-rows.ts'

export type OnExisting = (typeof onExisting)[number]
type Contact = 'email' | 'phone'

/** Somebody whom rows are about, as they will be. */
export type Imported = {
  id: string
  /** Undefined: they are added. */
  before: PersonRow | undefined
  values: PersonValues
  /** Folded names of all their tags. */
  tag_keys: ReadonlySet<string>
  /** Names of those that the import gives them. */
  new_tags: readonly string[]
  /** D11, of the values. */
  key: string
  first_row: number
  is_changed: boolean
}

export type Outcome =
  | Refusal
  | { result: 'new' | 'same' | 'differs'; who: Imported; changes: ImportField[]; left: Contact[] }

/** What is known before: people by id, and their tags by the person's id. */
export type Known = {
  people: ReadonlyMap<string, PersonRow>
  tags: ReadonlyMap<string, readonly string[]>
  on_existing: OnExisting
  /** D17: whether a personal link was sent to this contact of the person. */
  isLinked: (person_id: string, contact: Contact, address: string) => boolean
}

/** `near`: ids of people who may be the same, by row. */
export type Decided = { outcomes: Outcome[]; people: Imported[]; near: ReadonlyMap<string, string[]> }

/** D48: goes through the rows from the top, so that a row meets what those above it have said. */
export async function decideRows(
  rows: readonly (GivenPerson | Refusal)[],
  known: Known,
): Promise<{ outcomes: Outcome[]; people: Imported[] }> {
  const by_key = new Map([...known.people.values()].map((row) => [row.identity_key, row.id]))
  const by_id = new Map<string, Imported>()
  const outcomes = await mapYielding([...rows.entries()], ([at, given]): Outcome => {
    if (given instanceof Refusal) return given
    const id = given.person_id ?? by_key.get(given.key)
    const who = id === undefined ? undefined : (by_id.get(id) ?? startFrom(known, id, at))
    if (who) return change(given, who)
    if (id !== undefined) return notFound('person_not_found')
    const added = startNew(given, at)
    by_id.set(added.id, added)
    by_key.set(added.key, added.id)
    return { result: 'new', who: added, changes: [], left: [] }
  })
  return { outcomes, people: [...by_id.values()] }

  function change(given: GivenPerson, who: Imported): Outcome {
    by_id.set(who.id, who)
    const { values, new_tags, changes, differs, left } = merge(who, given, known)
    const key = changes.some((field) => IDENTIFYING.has(field)) ? identityKey(values) : who.key
    const holder = by_key.get(key)
    if (key !== who.key && holder !== undefined && holder !== who.id) return conflict('person_exists')
    const tag_keys = new Set([...who.tag_keys, ...new_tags.map(foldName)])
    if (tag_keys.size > LIMITS.tags_of_person)
      return limitReached(LIMITS.tags_of_person, 'limit_of_tags_of_person')
    by_key.set(key, who.id)
    const is_changed = who.is_changed || changes.length > 0
    Object.assign(who, { values, tag_keys, new_tags: [...who.new_tags, ...new_tags], key, is_changed })
    return { result: differs ? 'differs' : 'same', who, changes, left }
  }
}

const IDENTIFYING = new Set<ImportField>(['first_name', 'last_name', 'email', 'phone'])
const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'child_team', 'notes', 'language'] as const

/** What a row would make of a person. */
export function merge(
  { id, values, tag_keys }: Pick<Imported, 'id' | 'values' | 'tag_keys'>,
  given: GivenPerson,
  { on_existing, isLinked }: Pick<Known, 'on_existing' | 'isLinked'>,
) {
  const differing = FIELDS.filter((field) => isOther(field, given.values[field], values[field]))
  const new_tags = distinct(given.tags).filter((name) => !tag_keys.has(foldName(name)))
  const wanted = differing.filter(
    (field) => on_existing === 'replace' || (on_existing === 'fill' && values[field] === null),
  )
  const left = wanted
    .filter((field) => field === 'email' || field === 'phone')
    .filter((field) => {
      const address = values[field]
      return address !== null && isLinked(id, field, address)
    })
  const changed = wanted.filter((field) => !left.some((contact) => contact === field))
  const takes_tags = on_existing !== 'keep' && new_tags.length > 0
  return {
    values: { ...values, ...Object.fromEntries(changed.map((field) => [field, given.values[field]])) },
    new_tags: takes_tags ? new_tags : [],
    changes: [...changed, ...(takes_tags ? (['tags'] as const) : [])],
    differs: differing.length + new_tags.length > 0,
    left,
  }
}

/** An empty cell says nothing; another spelling of a name or an address is the same one (D11). */
function isOther(field: (typeof FIELDS)[number], cell: string | null, value: string | null): boolean {
  if (cell === null || cell === value) return false
  if (value === null) return true
  if (field === 'email') return !isSameEmail(cell, value)
  return field !== 'first_name' && field !== 'last_name' ? true : foldName(cell) !== foldName(value)
}

export function startFrom(
  { people, tags }: Pick<Known, 'people' | 'tags'>,
  id: string,
  row: number,
): Imported | undefined {
  const before = people.get(id)
  if (!before) return undefined
  const { first_name, last_name, email, phone, child_team, notes, language } = before
  const values = { first_name, last_name, email, phone, child_team, notes, language }
  return {
    id,
    before,
    values,
    tag_keys: new Set((tags.get(id) ?? []).map(foldName)),
    new_tags: [],
    key: identityKey(values),
    first_row: row,
    is_changed: false,
  }
}

const startNew = ({ key, values, tags }: GivenPerson, row: number): Imported => ({
  id: newId(),
  before: undefined,
  values,
  tag_keys: new Set(tags.map(foldName)),
  new_tags: distinct(tags),
  key,
  first_row: row,
  is_changed: true,
})

/** Of several spellings the first. */
const distinct = (names: readonly string[]) =>
  [...new Map(names.toReversed().map((name) => [foldName(name), name])).values()].toReversed()
