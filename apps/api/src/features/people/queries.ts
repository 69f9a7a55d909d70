import { foldAddress, foldName, searchDigits, searchText, searchWords } from '@muster/contract/rules/fold'
import type { InEventState } from '@muster/contract/rules/in-event'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrgTx, Tx } from '../../db/client.ts'
import { hasBounced } from '../../db/has-bounced.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { oneRow } from '../../db/one-row.ts'
import { assignment, importedPerson, organization, type PersonRow, person, shift } from '../../db/schema.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'
import { hasAnswered } from '../answers/queries.ts'
import { isInState } from './count-shifts.ts'

export type NewPersonRow = Omit<typeof person.$inferInsert, 'organization_id' | 'email'> &
  Pick<PersonRow, 'email'>

export type PeopleFilter = {
  q?: string | undefined
  email?: string | undefined
  updated_since?: string | undefined
  /** Limits the result to people on shifts of these roles. */
  role_ids?: readonly string[] | undefined
  /** M1: true for a member who must not see e-mail addresses: words are looked for in names only. */
  by_name_only?: boolean
  tag?: string | undefined
  has_email?: 'true' | 'false' | undefined
  /** Of the event, with `in_event`. */
  event_id?: string | undefined
  in_event?: InEventState | undefined
  /** D51: `question_id:value`, with `event_id`. */
  answer?: string | undefined
}

/** Lists people; the pages are in the order of ids. */
export function listPeople(
  tx: OrgTx,
  filter: PeopleFilter,
  page?: ListPage,
): Promise<(PersonRow & { has_unread: boolean })[]> {
  const isAfter = page?.after === undefined ? undefined : gt(person.id, page.after)
  const people = tx
    .select({ ...getTableColumns(person), has_unread })
    .from(person)
    .where(and(isFound(tx, filter), isAfter))
  return page
    ? people.orderBy(asc(person.id)).limit(rowsToRead(page))
    : people.orderBy(asc(person.last_name), asc(person.first_name), asc(person.id))
}

export async function countPeople(tx: OrgTx, filter: PeopleFilter): Promise<number> {
  return oneRow(await tx.select({ people: count() }).from(person).where(isFound(tx, filter))).people
}

const isFound = (
  tx: OrgTx,
  {
    q,
    email,
    updated_since,
    role_ids,
    by_name_only = false,
    tag: name,
    has_email,
    event_id,
    in_event,
    answer,
  }: PeopleFilter,
) =>
  and(
    eq(person.organization_id, tx.org),
    isNull(person.erased_at),
    email === undefined ? undefined : eq(emailKey, foldAddress(email)),
    updated_since === undefined ? undefined : gte(person.updated_at, updated_since),
    q === undefined ? undefined : hasWords(q, by_name_only),
    role_ids && inArray(person.id, peopleOfRoles(tx, role_ids)),
    name === undefined ? undefined : hasTag(tx, name),
    has_email && (has_email === 'true' ? isNotNull(person.email) : isNull(person.email)),
    event_id !== undefined && in_event ? isInState(tx, event_id, in_event) : undefined,
    event_id !== undefined && answer !== undefined ? hasAnswered(tx, event_id, answer) : undefined,
  )

/** Read once and hashed, as `isInState`: with old statistics a join could read all who have the tag for each person. */
const hasTag = (tx: OrgTx, name: string) => sql`(${person.id} in (
  select pt.person_id from person_tag pt
  where pt.tag_id = (
    select t.id from tag t where t.name_key = ${foldName(name)} and t.organization_id = ${tx.org}
  )
)) is true`

const has_unread = sql<boolean>`exists (
  select from message m
  where m.person_id = person.id and m.organization_id = person.organization_id and m.is_unread
)`

/** D11: the identity key begins with the folded email address. */
const emailKey = sql`split_part(${person.identity_key}, chr(10), 1)`

const nameKey = sql`substr(${person.identity_key}, strpos(${person.identity_key}, chr(10)))`

/** D11: finds what a search on the screen finds. A row that is not folded yet is found by its identity key. */
function hasWords(q: string, by_name_only: boolean): SQL | undefined {
  const searched = by_name_only
    ? sql`coalesce(split_part(${person.search_text}, chr(10), 1), ${nameKey})`
    : sql`coalesce(${person.search_text}, ${person.identity_key})`
  const digits = by_name_only ? '' : searchDigits(q)
  return or(
    and(...searchWords(q).map((word) => sql`strpos(${searched}, ${word}) > 0`)),
    digits === '' ? undefined : sql`strpos(${person.phone}, ${digits}) > 0`,
  )
}

const peopleOfRoles = (tx: OrgTx, role_ids: readonly string[]) =>
  tx
    .select({ id: assignment.person_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, assignment), isAnyOf(shift.role_id, role_ids)))

export async function findPerson(tx: OrgTx, id: string): Promise<PersonRow | undefined> {
  const [found] = await tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id), isNull(person.erased_at)))
  return found
}

/** D31. The person must exist. */
export async function hasBouncedMail(tx: OrgTx, id: string): Promise<boolean> {
  const found = await tx
    .select({ has_bounced: hasBounced })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
  return oneRow(found).has_bounced
}

export async function findPersonByIdentity(
  tx: OrgTx,
  identity_key: string,
): Promise<{ id: string } | undefined> {
  const [found] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.identity_key, identity_key)))
  return found
}

/** Lists people of all organisations by id, with the columns from which the folded ones are computed. */
export function listFoldedPeople(tx: Tx, { after, limit }: { after: string; limit: number }) {
  const { id, first_name, last_name, email, phone, child_team, identity_key, search_text } = person
  return tx
    .select({ id, first_name, last_name, email, phone, child_team, identity_key, search_text })
    .from(person)
    .where(and(gt(person.id, after), isNull(person.erased_at)))
    .orderBy(asc(person.id))
    .limit(limit)
}

/** The person must be locked. */
export async function setFolded(tx: OrgTx, { id, ...known }: PersonRow, identity_key: string): Promise<void> {
  // `updated_at` stays, because the person's own data does not change.
  await tx
    .update(person)
    .set({ identity_key, search_text: searchText(known), updated_at: known.updated_at })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
}

export type Lookalikes = { organization_id: string; older_id: string; younger_id: string }

/** D11: lists pairs of people of all organisations who have one key; the younger one's has its id. Reads all people. */
export async function listLookalikes(tx: Tx): Promise<Lookalikes[]> {
  const { rows } = await tx.execute<Lookalikes>(sql`
    select younger.organization_id, older.id as older_id, younger.id as younger_id
    from person younger
    join person older on older.organization_id = younger.organization_id
      and older.identity_key = left(younger.identity_key, -37)
    where right(younger.identity_key, 37) = '#' || younger.id
    order by younger.id
  `)
  return rows
}

/** Lists people of one organisation, or of all, for the operator. `email` is folded (D11). */
export function listPeopleByEmail(
  tx: Tx,
  { email, organization_id }: { email: string; organization_id?: string },
) {
  return tx
    .select({
      id: person.id,
      first_name: person.first_name,
      last_name: person.last_name,
      organization: { id: organization.id, name: organization.name },
    })
    .from(person)
    .innerJoin(organization, eq(organization.id, person.organization_id))
    .where(
      and(
        organization_id === undefined ? undefined : eq(person.organization_id, organization_id),
        eq(emailKey, email),
        isNull(person.erased_at),
      ),
    )
    .orderBy(asc(organization.name), asc(person.id))
}

export async function insertPerson(tx: OrgTx, row: NewPersonRow): Promise<PersonRow> {
  return oneRow(
    await tx
      .insert(person)
      .values({ ...row, search_text: searchText(row), organization_id: tx.org })
      .returning(),
  )
}

/** The person must be locked. */
export async function updatePerson(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof person>,
): Promise<PersonRow> {
  return oneRow(
    await tx
      .update(person)
      .set({ ...change, version: sql`${person.version} + 1` })
      .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
      .returning(),
  )
}

/** D60. `row`: SQL of a JSON object, as `to_json` writes it. `rise`: how many rounds later its calendar feeds are. */
export async function restorePerson(
  tx: OrgTx,
  row: SQL,
  { identity_key, rise }: { identity_key: string; rise: number },
): Promise<PersonRow> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into person select restored.* from ${row} as given(row)
    cross join lateral jsonb_populate_record(null::person, given.row || jsonb_build_object(
      'identity_key', ${identity_key}::text, 'version', (given.row->>'version')::int + 1, 'updated_at', now(),
      'calendar_round', (given.row->>'calendar_round')::int + ${rise}::int, 'asked_details', null
    )) as restored
    returning id
  `)
  return oneRow(
    await tx
      .select()
      .from(person)
      .where(and(eq(person.organization_id, tx.org), eq(person.id, oneRow(rows).id))),
  )
}

export async function deletePeople(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.delete(person).where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, ids)))
}

export async function blankPeople(
  tx: OrgTx,
  ids: readonly string[],
  placeholder: { first_name: string; last_name: string; erased_at: string },
): Promise<void> {
  await tx
    .update(person)
    .set({
      ...placeholder,
      email: '',
      phone: null,
      child_team: null,
      notes: null,
      language: null,
      asked_details: null,
      event_feed_rounds: {},
      // This key is unique and cannot be that of a name: those contain newlines (D11).
      identity_key: sql`${person.id}::text`,
      search_text: '',
      version: sql`${person.version} + 1`,
    })
    .where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, ids)))
}

/** D33 */
export async function deleteFromImports(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  await tx
    .delete(importedPerson)
    .where(and(inOrganization(tx, importedPerson), isAnyOf(importedPerson.person_id, person_ids)))
}

export function listShiftsOfPerson(tx: OrgTx, person_id: string) {
  return tx
    .select({ id: shift.id, event_id: shift.event_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, assignment), eq(assignment.person_id, person_id)))
}

export function listShiftsOfPeople(tx: OrgTx, person_ids: readonly string[]) {
  return tx
    .select({
      id: shift.id,
      event_id: shift.event_id,
      end_dt: shift.end_dt,
      assignment_id: assignment.id,
      person_id: assignment.person_id,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.person_id, person_ids)))
}

export type KeptPerson = {
  organization_id: string
  id: string
  created_at: string
  last_shift_end: string | null
  /** True if the person only asked for a place in line and never confirmed it. */
  is_unconfirmed: boolean
}

/** Lists people of all organisations, by id. 60 ms for a thousand people with five shifts each, on two busy cores. */
export async function listKeptPeople(
  tx: Tx,
  { after, limit, now }: { after: string; limit: number; now: string },
): Promise<KeptPerson[]> {
  const page = sql`id > ${after} and erased_at is null order by id limit ${limit}`
  return (await tx.execute<KeptPerson>(selectKept(page, now))).rows
}

export async function listKeptAmong(tx: OrgTx, ids: readonly string[], now: string): Promise<KeptPerson[]> {
  return (await tx.execute<KeptPerson>(selectKept(sql`id = any(${sql.param(ids)}::uuid[])`, now))).rows
}

/** D33: a shift counts for those who took it and, until it is over, for those asked to take it or in line for it. */
const selectKept = (which: SQL, now: string) => sql`
  select p.organization_id, p.id, ${isoInstant(sql`p.created_at`)} as created_at,
    ${isoInstant(sql`last.end_dt`)} as last_shift_end, ${isUnconfirmed(now)} as is_unconfirmed
  from (select organization_id, id, created_at, version from person where ${which}) p
  cross join lateral (
    select max(end_dt) as end_dt from (
      select s.end_dt from assignment a join shift s on s.id = a.shift_id
      where a.person_id = p.id
        and (a.status in ('CONFIRMED', 'ABSENT') or (a.status = 'INVITED' and s.end_dt > ${now}))
      union all
      select s.end_dt from waiting w join shift s on s.id = w.shift_id
      where w.person_id = p.id and w.status in ('ASKED', 'WAITING', 'OFFERED') and s.end_dt > ${now}
    ) shifts
  ) last
  order by p.id
`

const CONFIRMED_WITHIN_DAYS = 7

/**
 * D33: a condition on `p`. A person added by the form has the same time as the place, because one transaction adds
 * both; a change by an administrator raises the version. Confirming sets `queued_at`. The days
 * count from the sending of the e-mail, which may wait for weeks in a pause (O1) or after a restore.
 */
const isUnconfirmed = (now: string) => sql`(
  p.version = 1
  and exists (select from waiting w where w.person_id = p.id and w.created_at = p.created_at)
  and not exists (
    select from waiting w
    where w.person_id = p.id and w.status <> 'ASKED' and (w.status <> 'LEFT' or w.queued_at <> w.terms_accepted_at)
  )
  and not exists (select from assignment a where a.person_id = p.id)
  and not exists (
    select from message m
    where m.person_id = p.id and (m.template is distinct from 'waiting_joined' or ${isUnsent}
      or coalesce(m.sent_at, m.asked_at, m.created_at)
        > ${now}::timestamptz - ${CONFIRMED_WITHIN_DAYS} * interval '1 day')
  )
)`

/** An UNKNOWN message that a provider was given counts from then: some providers never tell whether they sent it. */
const isUnsent = sql`(m.status in ('QUEUED', 'SENDING') or (m.status = 'UNKNOWN' and m.asked_at is null))`

export async function getCountry(tx: OrgTx): Promise<string | null> {
  const { country } = oneRow(
    await tx.select({ country: organization.country }).from(organization).where(eq(organization.id, tx.org)),
  )
  return country
}
