import type { Coverage } from '@muster/contract/rules/coverage'
import { and, asc, eq, gt, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AccessScope } from '../../access/access.ts'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { oneRow } from '../../db/one-row.ts'
import { assignment, event, membership, openingMail, organization, role, shift } from '../../db/schema.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'

export type NewEventRow = Omit<typeof event.$inferInsert, 'organization_id'>
export type EventRow = typeof event.$inferSelect
export type RoleRow = typeof role.$inferSelect

/** Narrows a list to what may be seen, and to what was changed since a time. */
export type EventFilter = AccessScope & { updated_since?: string | undefined }

/** Lists events by start, but the pages of a list by id. */
export function listEvents(
  tx: OrgTx,
  { updated_since, ...scope }: EventFilter,
  page?: ListPage,
): Promise<EventRow[]> {
  const events = tx
    .select()
    .from(event)
    .where(
      and(
        isInScope(tx, scope),
        updated_since === undefined ? undefined : isUpdated(updated_since),
        page?.after === undefined ? undefined : gt(event.id, page.after),
      ),
    )
  return page
    ? events.orderBy(asc(event.id)).limit(rowsToRead(page))
    : events.orderBy(asc(event.event_date_start), asc(event.id))
}

/** Of the event, or of a role that it has or had. */
const isUpdated = (since: string) => sql`(
  event.updated_at >= ${since}
  or exists (
    select from role r where r.event_id = event.id and r.updated_at >= ${since}
      and ${isOrganization(sql`r.organization_id`, sql`event.organization_id`)}
  )
  or exists (
    select from deletion d where d.event_id = event.id and d.organization_id = event.organization_id
      and d.kind = 'role' and d.deleted_at >= ${since}
  )
)`

/** Locks the event, so that it cannot be deleted until the transaction ends. */
export async function holdEvent(tx: OrgTx, id: string): Promise<{ id: string } | undefined> {
  const [held] = await tx.select({ id: event.id }).from(event).where(isEvent(tx, id)).for('key share')
  return held
}

export async function lockEvent(tx: OrgTx, id: string): Promise<EventRow | undefined> {
  const [locked] = await tx.select().from(event).where(isEvent(tx, id)).for('update')
  return locked
}

export async function insertEvent(tx: OrgTx, row: NewEventRow): Promise<void> {
  await tx.insert(event).values({ ...row, organization_id: tx.org })
}

export async function updateEvent(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof event>,
): Promise<void> {
  await tx
    .update(event)
    .set({ ...change, version: sql`${event.version} + 1` })
    .where(isEvent(tx, id))
}

export async function deleteEvent(tx: OrgTx, id: string): Promise<void> {
  await tx.delete(event).where(isEvent(tx, id))
}

export async function listShiftIds(tx: OrgTx, of: { event_id: string } | { role_id: string }) {
  const condition = 'event_id' in of ? eq(shift.event_id, of.event_id) : eq(shift.role_id, of.role_id)
  const rows = await tx
    .select({ id: shift.id })
    .from(shift)
    .where(and(inOrganization(tx, shift), condition))
  return rows.map(({ id }) => id)
}

export async function getOrganization(tx: OrgTx) {
  return oneRow(
    await tx
      .select({
        name: organization.name,
        color: organization.color,
        logo_hash: organization.logo_hash,
        language: organization.language,
        time_zone: organization.time_zone,
        country: organization.country,
        contact_email: organization.contact_email,
        contact_phone: organization.contact_phone,
      })
      .from(organization)
      .where(eq(organization.id, tx.org)),
  )
}

/**
 * Sums the coverage per shift, so that an overfilled shift does not hide a gap in another (D37). Counts as `countPlaces`
 * of the contract does: the open offers of an ask up to its open places (D61). `least` ignores the null of no ask.
 */
export async function listCoverage(tx: OrgTx, now: string, scope: AccessScope) {
  const { rows } = await tx.execute<{ event_id: string } & Coverage>(sql`
    with of_ask as (
      select shift.event_id, shift.id as shift_id, shift.required_qty, ask_id, max(ask_places) as ask_places,
        ${count(sql`status in ('CONFIRMED', 'ABSENT')`)} as said_yes, ${count(sql`status = 'CONFIRMED'`)} as confirmed,
        ${count(sql`status = 'INVITED' and invite_sent_at is null`)} as not_asked,
        ${count(sql`status = 'INVITED' and invite_sent_at is not null and token_expires_at > ${now}`)} as asked,
        ${count(sql`status = 'INVITED' and invite_sent_at is not null and token_expires_at <= ${now}`)} as expired,
        ${count(sql`status = 'DECLINED'`)} as declined
      from shift left join assignment on assignment.shift_id = shift.id
      where ${and(isIn(tx, shift, scope.event_id), isOfRoles(shift.role_id, scope))}
      group by shift.organization_id, shift.id, ask_id
    ), counted as (
      select *, least(asked, open) as asked_places, least(not_asked, open - least(asked, open)) as not_asked_places,
        least(expired, open - least(asked + not_asked, open)) as expired_places
      from (
        select *, case when ask_id is not null then
          greatest(0, least(ask_places - said_yes, required_qty - sum(confirmed) over (partition by shift_id)))
        end as open
        from of_ask
      ) with_open
    ), per_shift as (
      select event_id, required_qty, sum(confirmed) as confirmed, sum(asked_places) as asked,
        sum(not_asked_places) as not_asked, sum(expired_places) as expired, sum(declined) as declined
      from counted group by shift_id, event_id, required_qty
    )
    select event_id, sum(required_qty)::int as needed, sum(confirmed)::int as confirmed,
      sum(asked + not_asked + expired)::int as pending, sum(asked)::int as asked, sum(not_asked)::int as not_asked,
      sum(expired)::int as expired, sum(declined)::int as declined,
      sum(greatest(0, required_qty - confirmed - asked - not_asked - expired))::int as missing
    from per_shift group by event_id
  `)
  return rows
}

export function countPeople(tx: OrgTx, scope: AccessScope) {
  return tx
    .select({
      event_id: shift.event_id,
      count: sql<number>`count(distinct ${assignment.person_id})::int`,
    })
    .from(shift)
    .innerJoin(assignment, eq(assignment.shift_id, shift.id))
    .where(
      and(
        isIn(tx, shift, scope.event_id),
        isOfRoles(shift.role_id, scope),
        inArray(assignment.status, ['INVITED', 'CONFIRMED']),
      ),
    )
    .groupBy(shift.event_id)
}

/** A yes that was taken back is known by the sign-up (D24), else only by when the person was asked. */
const confirmedAt = sql`least(a.cancelled_at, coalesce(a.terms_accepted_at,
  case when a.cancelled_at is null or a.responded_at < a.cancelled_at then a.responded_at end,
  a.invite_sent_at, a.created_at))`

/** Lists the days of the event's zone on which the number of confirmed places changed. */
export async function listSignups(tx: OrgTx, scope: AccessScope & { event_id: string }) {
  const { rows } = await tx.execute<{ day: string; confirmed: number }>(sql`
    select change.day, sum(sum(change.step)) over (order by change.day)::int as confirmed
    from (
      select (step.at at time zone ${event.time_zone})::date::text as day, step.value as step
      from ${shift}
      join ${event} on ${event.id} = ${shift.event_id}
      join ${assignment} a on a.shift_id = ${shift.id}
      cross join lateral (values (${confirmedAt}, 1), (a.cancelled_at, -1)) step (at, value)
      where ${isIn(tx, shift, scope.event_id)} and ${isOfRoles(shift.role_id, scope) ?? sql`true`}
        and (a.status = 'CONFIRMED' or a.cancelled_at is not null) and step.at is not null
    ) change
    group by change.day
    order by change.day
  `)
  return rows
}

/** D49 */
export function countAwaitingOpening(tx: OrgTx, event_id: string): Promise<number> {
  return tx.$count(openingMail, and(isIn(tx, openingMail, event_id), isNull(openingMail.sent_at)))
}

export function listRoles(tx: OrgTx, scope: AccessScope) {
  return tx
    .select({
      id: role.id,
      event_id: role.event_id,
      name: role.name,
      description: role.description,
      min_age: role.min_age,
      needs_tag: role.needs_tag,
      version: role.version,
      shift_count: sql<number>`count(${shift.id})::int`,
    })
    .from(role)
    .leftJoin(shift, eq(shift.role_id, role.id))
    .where(and(isIn(tx, role, scope.event_id), isOfRoles(role.id, scope)))
    .groupBy(role.organization_id, role.id)
    .orderBy(asc(role.position), asc(role.id))
}

export async function lockRole(tx: OrgTx, event_id: string, id: string): Promise<RoleRow | undefined> {
  const [locked] = await tx
    .select()
    .from(role)
    .where(and(isRole(tx, id), eq(role.event_id, event_id)))
    .for('update')
  return locked
}

export async function lockRoles(tx: OrgTx, event_id: string): Promise<void> {
  await tx
    .select({ id: role.id })
    .from(role)
    .where(isIn(tx, role, event_id))
    .orderBy(asc(role.id))
    .for('update')
}

type NewRoleRow = Omit<typeof role.$inferInsert, 'organization_id' | 'position'>

/** All roles of a new event, in their order. */
export async function insertRoles(tx: OrgTx, rows: readonly NewRoleRow[]): Promise<RoleRow[]> {
  if (rows.length === 0) return []
  return tx
    .insert(role)
    .values(rows.map((row, at) => ({ ...row, organization_id: tx.org, position: at + 1 })))
    .returning()
}

/** It comes last. */
export async function insertRole(tx: OrgTx, row: NewRoleRow): Promise<RoleRow> {
  const [last] = await tx
    .select({ position: max(role.position) })
    .from(role)
    .where(isIn(tx, role, row.event_id))
  const position = (last?.position ?? 0) + 1
  return oneRow(
    await tx
      .insert(role)
      .values({ ...row, organization_id: tx.org, position })
      .returning(),
  )
}

/** Those that are left out follow in the order they had. */
export async function updateRoleOrder(
  tx: OrgTx,
  event_id: string,
  role_ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update ${role} set position = ordered.place
    from (
      select id, row_number() over (order by array_position(${sql.param([...role_ids])}::uuid[], id), position, id) as place
      from ${role} where ${isIn(tx, role, event_id)}
    ) ordered
    where ${role.organization_id} = ${tx.org} and ${role.id} = ordered.id
  `)
}

export async function updateRole(
  tx: OrgTx,
  id: string,
  change: PgUpdateSetSource<typeof role>,
): Promise<void> {
  await tx
    .update(role)
    .set({ ...change, version: sql`${role.version} + 1` })
    .where(isRole(tx, id))
}

export async function deleteRole(tx: OrgTx, id: string): Promise<void> {
  await tx.delete(role).where(isRole(tx, id))
}

export async function hasAssignments(tx: OrgTx, role_id: string): Promise<boolean> {
  const found = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, shift), eq(shift.role_id, role_id)))
    .limit(1)
  return found.length > 0
}

export async function findLastEventId(tx: OrgTx, user_id: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: event.id })
    .from(membership)
    .innerJoin(event, eq(event.id, membership.last_event_id))
    .where(and(eq(membership.organization_id, tx.org), eq(membership.user_id, user_id)))
  return found?.id ?? null
}

export async function updateLastEventId(tx: OrgTx, user_id: string, event_id: string | null): Promise<void> {
  await tx
    .update(membership)
    .set({ last_event_id: event_id })
    .where(and(eq(membership.organization_id, tx.org), eq(membership.user_id, user_id)))
}

const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`
const isIn = (tx: OrgTx, table: typeof shift | typeof role | typeof openingMail, event_id?: string) =>
  event_id ? and(inOrganization(tx, table), eq(table.event_id, event_id)) : eq(table.organization_id, tx.org)
const isOfRoles = (column: PgColumn, { role_ids }: AccessScope) =>
  role_ids === undefined ? undefined : isAnyOf(column, role_ids)
const isInScope = (tx: OrgTx, { event_id, role_ids }: AccessScope) =>
  and(
    eq(event.organization_id, tx.org),
    event_id === undefined ? undefined : eq(event.id, event_id),
    role_ids === undefined
      ? undefined
      : inArray(
          event.id,
          tx
            .select({ id: role.event_id })
            .from(role)
            .where(and(inOrganization(tx, role), isAnyOf(role.id, role_ids))),
        ),
  )
const isEvent = (tx: OrgTx, id: string) => and(eq(event.organization_id, tx.org), eq(event.id, id))
const isRole = (tx: OrgTx, id: string) => and(eq(role.organization_id, tx.org), eq(role.id, id))
