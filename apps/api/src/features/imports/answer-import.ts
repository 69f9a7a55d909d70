import {
  type Imported as ImportAnswer,
  type ImportedRow,
  importedPerson,
  importedRow,
} from '@muster/contract/imports'
import type { Language } from '@muster/contract/language'
import type { OrgTx } from '../../db/client.ts'
import { inParts, PEOPLE_AT_ONCE } from '../../db/in-parts.ts'
import { bodyOf } from '../../edge/error-handler.ts'
import { Refusal } from '../../edge/refusal.ts'
import { mapYielding } from '../../outbox/map-yielding.ts'
import { listPeopleByIds } from '../people/save-many.ts'
import { listTagsOfPeople } from '../tags/queries.ts'
import type { Decided, Outcome } from './decide-rows.ts'

type How = { is_saved: boolean; language: Language }

export function rowsOf({ outcomes, near }: Decided, how: How): Promise<ImportedRow[]> {
  return mapYielding([...outcomes.entries()], ([row, outcome]) => ({
    row,
    ...resultOf(row, outcome, near, how),
  }))
}

function resultOf(
  row: number,
  outcome: Outcome,
  near: Decided['near'],
  { is_saved, language }: How,
): Omit<ImportedRow, 'row'> {
  if (outcome instanceof Refusal) {
    const { error, code, issues } = bodyOf(outcome, language)
    return { result: 'error', error, code, ...(issues && { issues }) }
  }
  const { result, who, changes, left } = outcome
  const maybe = near.get(who.id) ?? []
  return {
    result,
    ...((is_saved || who.before) && { person_id: who.id }),
    ...(who.first_row !== row && { same_row: who.first_row }),
    ...(result === 'differs' && { changes, left }),
    ...(result === 'new' && maybe.length > 0 && { maybe }),
  }
}

/** Returns those whom rows name because they differ, or may be the same. */
export function listNamed(tx: OrgTx, rows: readonly ImportedRow[]): Promise<ImportAnswer['people']> {
  const ids = rows.flatMap(({ result, person_id, maybe = [] }) =>
    result === 'differs' && person_id !== undefined ? [person_id, ...maybe] : maybe,
  )
  return inParts(new Set(ids), PEOPLE_AT_ONCE, async (part) => {
    const tags = await listTagsOfPeople(tx, part)
    return (await listPeopleByIds(tx, part)).map((each) => ({ ...each, tags: tags.get(each.id) ?? [] }))
  })
}

/** Checks and writes an answer. In one turn that of ten thousand rows would hold the event loop for 90 ms (measured). */
export async function writeAnswer({ import_id, rows, people }: ImportAnswer): Promise<string> {
  const written_rows = await mapYielding(rows, (row) => JSON.stringify(importedRow.parse(row)))
  const written_people = await mapYielding(people, (each) => JSON.stringify(importedPerson.parse(each)))
  const lists = `"rows":[${written_rows.join()}],"people":[${written_people.join()}]`
  return `{"import_id":${JSON.stringify(import_id)},${lists}}`
}
