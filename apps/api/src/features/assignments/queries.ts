import { type Offer, openPlaces } from '@muster/contract/rules/ask'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { spotsLeft } from '@muster/contract/rules/capacity'
import type { MeantTimes } from '@muster/contract/rules/event-dates'
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { hasBounced } from '../../db/has-bounced.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { joinShift } from '../../db/join-shift.ts'
import { countOnWaitingList } from '../../db/on-waiting-list.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { assignment, emailChange, event, person, role, type ShiftRow, shift } from '../../db/schema.ts'

/** Null for those who said no; the column is kept in case they undo it (V1). */
const askedAgainAt = sql<
  string | null
>`case when ${assignment.status} = 'CONFIRMED' then ${assignment.asked_again_at} end`.mapWith(
  assignment.asked_again_at,
)

export type AssignmentFilter =
  | { shift_ids: readonly string[] }
  | { ids: readonly string[] }
  | { person_id: string }

export function listAssignments(tx: OrgTx, filter: AssignmentFilter) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      person_id: assignment.person_id,
      status: assignment.status,
      round: assignment.round,
      token_expires_at: assignment.token_expires_at,
      invite_sent_at: assignment.invite_sent_at,
      invite_method: assignment.invite_method,
      other_phone: assignment.other_phone,
      note: assignment.note,
      is_minor: assignment.is_minor,
      cancelled_at: assignment.cancelled_at,
      cancel_reason: assignment.cancel_reason,
      asked_again_at: askedAgainAt,
      freed_unanswered: assignment.freed_unanswered,
      disowned: assignment.disowned,
      ask_id: assignment.ask_id,
      ask_places: assignment.ask_places,
      offer_ended: assignment.offer_ended,
      handed_over: sql<boolean>`${assignment.handed_to} is not null`,
      person: {
        id: person.id,
        first_name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        phone: person.phone,
        child_team: person.child_team,
      },
      has_bounced: hasBounced,
    })
    .from(assignment)
    .innerJoin(person, samePerson())
    .where(and(inOrganization(tx, assignment), isOneOf(filter)))
    .orderBy(asc(assignment.id))
}

export function listScheduledPeople(tx: OrgTx, shift_ids: readonly string[]) {
  return tx
    .select({
      id: assignment.id,
      shift_id: assignment.shift_id,
      person_id: assignment.person_id,
      status: assignment.status,
      token_expires_at: assignment.token_expires_at,
      invite_sent_at: assignment.invite_sent_at,
      asked_again_at: askedAgainAt,
      ask_id: assignment.ask_id,
      ask_places: assignment.ask_places,
      person: {
        id: person.id,
        first_name: person.first_name,
        last_name: person.last_name,
        child_team: person.child_team,
      },
    })
    .from(assignment)
    .innerJoin(person, samePerson())
    .where(and(inOrganization(tx, assignment), isOneOf({ shift_ids })))
    .orderBy(asc(assignment.id))
}

/** Lists these assignments and all that their links lead to: the person's other shifts of the event (D29). */
export async function listOpenedByLinks(tx: OrgTx, ids: readonly string[]): Promise<OpenedByLink[]> {
  const { rows } = await tx.execute<{ id: string; shift_id: string; event_id: string }>(sql`
    -- OFFSET 0: looked up by key, or the planner could compare all shifts of the event with each other.
    with given as materialized (
      select distinct a.person_id, s.event_id
      from assignment a
      cross join lateral (select event_id from shift where id = a.shift_id offset 0) s
      where a.id = any(${sql.param(ids)}::uuid[]) and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)}
    )
    select a.id, s.id as shift_id, s.event_id
    from given
    cross join lateral (
      select id, shift_id from assignment where person_id = given.person_id offset 0
    ) a
    cross join lateral (select id, event_id from shift where id = a.shift_id offset 0) s
    where s.event_id = given.event_id
  `)
  return rows.map(({ id, shift_id, event_id }) => ({ id, shift: { id: shift_id, event_id } }))
}

type OpenedByLink = { id: string; shift: { id: string; event_id: string } }

/** V2: stops the calendar feeds, because someone with the old links could have subscribed to them. */
export async function renewCalendarRounds(tx: OrgTx, assignment_ids: readonly string[]): Promise<void> {
  const people = tx
    .select({ id: assignment.person_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.id, assignment_ids)))
  await tx
    .update(person)
    .set({ calendar_round: sql`${person.calendar_round} + 1` })
    .where(and(eq(person.organization_id, tx.org), inArray(person.id, people)))
}

/** V3: closes the requests, because someone with the old links could have asked for details of their own. */
export async function closeDetailsRequests(
  tx: OrgTx,
  assignment_ids: readonly string[],
  now: string,
): Promise<void> {
  const people = tx
    .select({ id: assignment.person_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), isAnyOf(assignment.id, assignment_ids)))
  await tx
    .update(emailChange)
    .set({ expires_at: now })
    .where(
      and(
        inOrganization(tx, emailChange),
        inArray(emailChange.person_id, people),
        isNull(emailChange.confirmed_at),
        gt(emailChange.expires_at, now),
      ),
    )
  await tx
    .update(person)
    .set({ asked_details: null })
    .where(
      and(eq(person.organization_id, tx.org), inArray(person.id, people), isNotNull(person.asked_details)),
    )
}

/** D20 */
export async function updateRequired(tx: OrgTx, shift_id: string, required_qty: number): Promise<void> {
  await tx
    .update(shift)
    .set({ required_qty, version: sql`${shift.version} + 1` })
    .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id)))
}

export async function getWaitingCount(tx: OrgTx, shift_id: string): Promise<number> {
  const found = await tx
    .select({ waiting: countOnWaitingList() })
    .from(shift)
    .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id)))
  return oneRow(found).waiting
}

export async function getRoleOfShift(tx: OrgTx, shift_id: string) {
  return oneRow(
    await tx
      .select({
        id: role.id,
        name: role.name,
        event: { id: event.id, name: event.name, time_zone: event.time_zone },
      })
      .from(shift)
      .innerJoin(role, eq(role.id, shift.role_id))
      .innerJoin(event, eq(event.id, shift.event_id))
      .where(and(eq(shift.organization_id, tx.org), eq(shift.id, shift_id))),
  )
}

export type PickOfShift = { shift_id: string; person_id: string }

/** Lists who is INVITED or CONFIRMED on the shifts, by the start of the shift, without open offers (D61). */
export function listPicks(
  tx: OrgTx,
  of: { event_id: string } | { shift_ids: readonly string[] },
): Promise<PickOfShift[]> {
  return tx
    .select({ shift_id: assignment.shift_id, person_id: assignment.person_id })
    .from(shift)
    .innerJoin(assignment, eq(assignment.shift_id, shift.id))
    .where(
      and(
        inOrganization(tx, shift),
        'event_id' in of ? eq(shift.event_id, of.event_id) : isAnyOf(shift.id, of.shift_ids),
        inArray(assignment.status, ['INVITED', 'CONFIRMED']),
        or(eq(assignment.status, 'CONFIRMED'), isNull(assignment.ask_id)),
      ),
    )
    .orderBy(asc(shift.start_dt), asc(assignment.id))
}

/** Leaves out erased people. */
export function listNames(tx: OrgTx, person_ids: readonly string[]) {
  return tx
    .select({ id: person.id, first_name: person.first_name, last_name: person.last_name })
    .from(person)
    .where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, person_ids), isNull(person.erased_at)))
}

export type TimeOfPerson = {
  person_id: string
  shift_id: string
  status: AssignmentStatus
  start_dt: string
  end_dt: string
  meant_times: MeantTimes | null
  first_name: string
  last_name: string
}

const org = sql`${sql.placeholder('org')}::uuid`
const given_ids = sql`${sql.placeholder('ids')}::uuid[]`

// OFFSET 0: looked up by key, or the planner could begin with all people of the organisation.
const selectTimes = (of_people: SQL) => sql`
  select a.person_id, a.shift_id, a.status, s.start_dt, s.end_dt, s.meant_times, p.first_name, p.last_name
  from assignment a ${joinShift}
  cross join lateral (select first_name, last_name from person where id = a.person_id offset 0) p
  where ${of_people} and a.status in ('INVITED', 'CONFIRMED') and ${isOrganization(sql`a.organization_id`, org)}
  order by a.person_id, a.shift_id
`

const selectTimesOfPeople = prepare<TimeOfPerson>(
  'times_of_people',
  selectTimes(sql`a.person_id = any(${given_ids})`),
)

export const listTimesOfPeople = (tx: OrgTx, person_ids: readonly string[]): Promise<TimeOfPerson[]> =>
  selectTimesOfPeople(tx, { org: tx.org, ids: person_ids })

/** The people on the given shifts. */
const areOnShifts = sql`a.person_id = any(array(
  select person_id from assignment
  where shift_id = any(${given_ids}) and status in ('INVITED', 'CONFIRMED') and ${isOrganization(sql`organization_id`, org)}
))`

const selectTimesOfPeopleOn = prepare<TimeOfPerson>('times_of_people_on', selectTimes(areOnShifts))

export const listTimesOfPeopleOn = (tx: OrgTx, shift_ids: readonly string[]): Promise<TimeOfPerson[]> =>
  selectTimesOfPeopleOn(tx, { org: tx.org, ids: shift_ids })

/** Of each person by start: `busy_until` is when all that began before ends, `next_start` when what follows begins. */
const selectOverlapping = prepare<TimeOfPerson>(
  'overlapping_times_on',
  sql`
    select a.person_id, a.shift_id, a.status, a.start_dt, a.end_dt, a.meant_times, p.first_name, p.last_name
    from (
      select a.person_id, a.shift_id, a.status, s.start_dt, s.end_dt, s.meant_times,
        max(s.end_dt) over earlier as busy_until, min(s.start_dt) over later as next_start
      from assignment a ${joinShift}
      where ${areOnShifts} and a.status in ('INVITED', 'CONFIRMED') and ${isOrganization(sql`a.organization_id`, org)}
      window by_start as (partition by a.person_id order by s.start_dt, a.shift_id),
        earlier as (by_start rows between unbounded preceding and 1 preceding),
        later as (by_start rows between 1 following and unbounded following)
    ) a
    cross join lateral (select first_name, last_name from person where id = a.person_id offset 0) p
    where a.busy_until > a.start_dt or a.next_start < a.end_dt
    order by a.person_id, a.shift_id
  `,
)

/** Like `listTimesOfPeopleOn`, only of shifts of a person that overlap. */
export const listOverlappingTimesOn = (tx: OrgTx, shift_ids: readonly string[]): Promise<TimeOfPerson[]> =>
  selectOverlapping(tx, { org: tx.org, ids: shift_ids })

const selectPlacesTaken = prepare<{ taken: number }>(
  'count_places_taken',
  sql`
    select (
      (
        select count(*) from assignment
        where shift_id = ${sql.placeholder('shift_id')} and status = 'CONFIRMED'
          and ${isOrganization(sql`organization_id`, org)}
      ) + (
        select count(*) from waiting
        where shift_id = ${sql.placeholder('shift_id')}
          and (status = 'OFFERED' or (status = 'WAITING' and ${sql.placeholder('is_behind_list')}::boolean))
          and person_id is distinct from ${sql.placeholder('person_id')}::uuid
          and ${isOrganization(sql`organization_id`, org)}
      )
    )::int as taken
  `,
)

/** `person_id`: whose own place in line does not count. Null: all count. */
type PlacesQuery = { shift_id: string; person_id: string | null; is_behind_list?: boolean }

/**
 * Counts CONFIRMED places and those offered to other people; with `is_behind_list` also those kept for others
 * in line (D44).
 */
export async function countPlacesTaken(
  tx: OrgTx,
  { shift_id, person_id, is_behind_list = false }: PlacesQuery,
): Promise<number> {
  return oneRow(await selectPlacesTaken(tx, { org: tx.org, shift_id, person_id, is_behind_list })).taken
}

const selectOffers = prepare<Offer>(
  'offers_of_shift',
  sql`
    select status, ask_id, ask_places from assignment
    where shift_id = ${sql.placeholder('shift_id')} and ask_id is not null and ${isOrganization(sql`organization_id`, org)}
  `,
)

type OpenPlacesQuery = {
  shift: Pick<ShiftRow, 'id' | 'required_qty'>
  ask_id: string
  person_id: string | null
}

/** Counts how many people of the ask may still say yes (D61). */
export async function countOpenPlaces(
  tx: OrgTx,
  { shift: { id: shift_id, required_qty }, ask_id, person_id }: OpenPlacesQuery,
): Promise<number> {
  const [offers, taken] = await Promise.all([
    selectOffers(tx, { org: tx.org, shift_id }),
    countPlacesTaken(tx, { shift_id, person_id }),
  ])
  return openPlaces(ask_id, offers, spotsLeft(required_qty, taken))
}

/** D50: whether the person is CONFIRMED on as many shifts of the event as one may take. */
export async function hasMostShifts(
  tx: OrgTx,
  { event_id, person_id }: { event_id: string; person_id: string },
): Promise<boolean> {
  const { rows } = await tx.execute<{ has_most: boolean }>(sql`
    select coalesce(e.max_shifts <= (
      select count(*) from assignment a ${joinShift}
      where a.organization_id = ${tx.org} and a.person_id = ${person_id} and a.status = 'CONFIRMED' and s.event_id = e.id
    ), false) as has_most
    from event e where e.organization_id = ${tx.org} and e.id = ${event_id}
  `)
  return oneRow(rows).has_most
}

export function listAssignmentIds(tx: OrgTx, shift_id: string) {
  return tx
    .select({ id: assignment.id, person_id: assignment.person_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), eq(assignment.shift_id, shift_id)))
}

export async function hasEvent(tx: OrgTx, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.organization_id, tx.org), eq(event.id, id)))
  return found.length > 0
}

/** Leaves out erased people. */
export function listPeople(tx: OrgTx, ids: readonly string[]) {
  return tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), isAnyOf(person.id, ids), isNull(person.erased_at)))
}

function isOneOf(filter: AssignmentFilter): SQL {
  if ('person_id' in filter) return eq(assignment.person_id, filter.person_id)
  return 'ids' in filter ? isAnyOf(assignment.id, filter.ids) : isAnyOf(assignment.shift_id, filter.shift_ids)
}

const samePerson = () => eq(person.id, assignment.person_id)
