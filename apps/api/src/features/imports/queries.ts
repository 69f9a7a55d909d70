import type { KeptPerson } from '@muster/contract/imports'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { partsOf } from '../../db/parts-of.ts'
import { importedPerson, type PersonBefore, person, personImport } from '../../db/schema.ts'

/** Imports of an organisation run one after another: two at once could add the same people. */
export async function lockImports(tx: OrgTx): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(concat('muster import ', ${tx.org}::text), 0))`,
  )
}

export type NearPerson = { id: string; name: string; address: string; phone: string | null }

const among = (list: Iterable<string>) => sql`(select unnest(${sql.param([...new Set(list)])}::text[]))`

/** Lists people with one of these numbers, names (folded for search) or addresses (folded). Reads all people. */
export async function listNearPeople(
  tx: OrgTx,
  {
    phones,
    names,
    addresses,
  }: { phones: Iterable<string>; names: Iterable<string>; addresses: Iterable<string> },
): Promise<NearPerson[]> {
  const { rows } = await tx.execute<NearPerson>(sql`
    select * from (
      select id, phone, split_part(search_text, chr(10), 1) as name, split_part(identity_key, chr(10), 1) as address
      from person where ${eq(person.organization_id, tx.org)} and erased_at is null
    ) p
    where phone in ${among(phones)} or name in ${among(names)} or address in ${among(addresses)}
    order by id
  `)
  return rows
}

/** `version`: as the import leaves them. */
export type NewlyImported = { person_id: string; version: number; before: PersonBefore | null }

export async function insertImport(
  tx: OrgTx,
  { id, tag_ids, people }: { id: string; tag_ids: string[]; people: readonly NewlyImported[] },
): Promise<void> {
  await tx.insert(personImport).values({ organization_id: tx.org, id, tag_ids })
  for (const part of partsOf(people))
    await tx.execute(sql`
      insert into imported_person (organization_id, import_id, person_id, version, before)
      select ${tx.org}::uuid, ${id}::uuid, person_id, version, before
      from jsonb_to_recordset(${JSON.stringify(part)}) as row (person_id uuid, version int, before jsonb)
    `)
}

const isUndoable = sql<boolean>`${personImport.created_at} > now() - interval '24 hours'`

export type ImportRecord = { tag_ids: string[]; kept: KeptPerson[] | null; is_undoable: boolean }

export async function lockImport(tx: OrgTx, id: string): Promise<ImportRecord | undefined> {
  const [found] = await tx
    .select({
      tag_ids: personImport.tag_ids,
      kept: personImport.kept,
      is_undoable: isUndoable,
    })
    .from(personImport)
    .where(and(eq(personImport.organization_id, tx.org), eq(personImport.id, id)))
    .for('update')
  return found
}

/** Latest first. */
export function listUndoableImports(tx: OrgTx) {
  return tx
    .select({
      id: personImport.id,
      created_at: personImport.created_at,
      people: sql<number>`count(*)::int`,
    })
    .from(personImport)
    .innerJoin(
      importedPerson,
      and(eq(importedPerson.import_id, personImport.id), inOrganization(tx, importedPerson)),
    )
    .where(and(inOrganization(tx, personImport), isUndoable))
    .groupBy(personImport.organization_id, personImport.id)
    .orderBy(desc(personImport.created_at), desc(personImport.id))
}

/** `reason`: why they stay. */
export type RecordedPerson = { id: string; before: PersonBefore | null; reason: KeptPerson['reason'] | null }

export async function listRecordedIds(tx: OrgTx, import_id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: importedPerson.person_id })
    .from(importedPerson)
    .where(and(eq(importedPerson.organization_id, tx.org), eq(importedPerson.import_id, import_id)))
    .orderBy(importedPerson.person_id)
  return rows.map(({ id }) => id)
}

const sinceThen = (table: 'assignment' | 'waiting' | 'message') =>
  sql`exists (select from ${sql.identifier(table)} t where t.person_id = p.id and (i.before is null or t.created_at >= m.created_at))`

/** Says which of the people, who must be locked, have been used since. */
export async function listRecorded(
  tx: OrgTx,
  import_id: string,
  ids: readonly string[],
): Promise<RecordedPerson[]> {
  const { rows } = await tx.execute<RecordedPerson>(sql`
    select p.id, i.before, case
      when ${sinceThen('assignment')} or ${sinceThen('waiting')} then 'assigned'
      when ${sinceThen('message')} then 'messaged'
      when p.version <> i.version then 'changed'
      when exists (
        select from person other where other.identity_key = i.before->>'identity_key' and other.id <> p.id
          and ${isOrganization(sql`other.organization_id`, sql`${tx.org}::uuid`)}
      ) then 'person_exists'
    end as reason
    from person_import m, imported_person i, person p
    where m.organization_id = ${tx.org} and m.id = ${import_id} and i.import_id = m.id and i.person_id = p.id
      and i.organization_id = ${tx.org} and p.id = any(${sql.param([...ids])}::uuid[])
      and ${isOrganization(sql`p.organization_id`, sql`${tx.org}::uuid`)}
    order by p.id
  `)
  return rows
}

/** Forgets the people, and keeps what the undo has left. */
export async function closeImport(tx: OrgTx, id: string, kept: KeptPerson[]): Promise<void> {
  await tx
    .update(personImport)
    .set({ kept })
    .where(and(eq(personImport.organization_id, tx.org), eq(personImport.id, id)))
  await tx
    .delete(importedPerson)
    .where(and(eq(importedPerson.organization_id, tx.org), eq(importedPerson.import_id, id)))
}

/** A day longer than they can be undone, so that late calls are told so. */
export const sweepImports = (tx: Tx): Promise<number> =>
  deleteBatch(tx, personImport, sql`${personImport.created_at} < now() - interval '48 hours'`)
