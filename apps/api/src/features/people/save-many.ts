import { searchText } from '@muster/contract/rules/fold'
import { and, isNull, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { inParts, PEOPLE_AT_ONCE } from '../../db/in-parts.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { partsOf } from '../../db/parts-of.ts'
import { type PersonRow, type PersonValues, person } from '../../db/schema.ts'
import { valuesById } from '../../db/values-by-id.ts'

/* Statements for thousands of people, for imports (D48). */

export type SavedPerson = PersonValues & { id: string; identity_key: string }

export function listPeopleByIdentity(tx: OrgTx, keys: Iterable<string>): Promise<PersonRow[]> {
  return inParts(keys, PEOPLE_AT_ONCE, (part) =>
    tx
      .select()
      .from(person)
      .where(
        and(
          inOrganization(tx, person),
          sql`${person.identity_key} = any(${sql.param([...part])}::text[])`,
          isNull(person.erased_at),
        ),
      ),
  )
}

export function listPeopleByIds(tx: OrgTx, ids: Iterable<string>): Promise<PersonRow[]> {
  return inParts(ids, PEOPLE_AT_ONCE, (part) =>
    tx
      .select()
      .from(person)
      .where(and(inOrganization(tx, person), isAnyOf(person.id, part), isNull(person.erased_at))),
  )
}

export async function insertPeople(tx: OrgTx, people: readonly SavedPerson[]): Promise<void> {
  for (const part of partsOf(people))
    await tx.execute(sql`
      insert into person (organization_id, id, first_name, last_name, email, phone, child_team, notes, language,
        identity_key, search_text)
      select ${tx.org}::uuid, id, first_name, last_name, email, phone, child_team, notes, language, identity_key, search_text
      from jsonb_to_recordset(${JSON.stringify(part.map(withSearchText))}) as row (
        id uuid, first_name text, last_name text, email text, phone text, child_team text, notes text, language text,
        identity_key text, search_text text
      )
    `)
}

const value = (name: string) => sql`(given.by_id->person.id::text->>${sql.raw(`'${name}'`)})`

/** The people must be locked. */
export async function updatePeople(tx: OrgTx, people: readonly SavedPerson[]): Promise<void> {
  for (const part of partsOf(people))
    await tx.execute(sql`
      update person set first_name = ${value('first_name')}, last_name = ${value('last_name')},
        email = ${value('email')}, phone = ${value('phone')}, child_team = ${value('child_team')},
        notes = ${value('notes')}, language = ${value('language')}, identity_key = ${value('identity_key')},
        search_text = ${value('search_text')}, version = version + 1
      from ${valuesById(part.map(withSearchText))}
      where ${inOrganization(tx, person)} and ${isAnyOf(
        person.id,
        part.map(({ id }) => id),
      )}
    `)
}

const withSearchText = (each: SavedPerson) => ({ ...each, search_text: searchText(each) })
