import type { OwnRequest, Request } from '@muster/contract/requests'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import {
  type OrganizationRow,
  organizationColumn,
  type ShownOrganization,
  toPublicOrganization,
} from '../../db/public-organization.ts'
import { event, request, shift } from '../../db/schema.ts'
import { type StoredContact, toContact } from '../../mail/organizer.ts'

export type RequestRow = typeof request.$inferSelect

/** Returns undefined for an unknown event. */
export async function listRequests(
  tx: OrgTx,
  { event_id, now }: { event_id: string; now: string },
): Promise<Request[] | undefined> {
  const [found] = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(inOrganization(tx, event), eq(event.id, event_id)))
  if (!found) return undefined
  const { rows } = await tx.execute<Request>(sql`
    select q.id, q.shift_id, q.form_id, ${isoInstant(sql`q.created_at`)} as created_at, q.first_name, q.last_name,
      q.email, q.phone, q.note, q.is_minor, q.answers, p.id as person_id,
      r.needs_tag is not null and not exists (
        select from person_tag t
        where t.organization_id = q.organization_id and t.person_id = p.id and t.tag_id = r.needs_tag
      ) as lacks_tag,
      exists (
        select from assignment a join shift other on other.id = a.shift_id
        where a.organization_id = q.organization_id and a.person_id = p.id and a.status = 'CONFIRMED'
          and other.id <> s.id and other.start_dt < s.end_dt and other.end_dt > s.start_dt
      ) as has_conflict,
      (
        select jsonb_build_object('first_name', g.first_name, 'last_name', g.last_name)
        from assignment a join person g on g.id = a.person_id
        where a.organization_id = q.organization_id and a.id = q.giver_id and a.status = 'CONFIRMED'
      ) as replaces
    from request q
    join shift s on s.id = q.shift_id
    join role r on r.id = s.role_id
    left join person p on p.identity_key = q.identity_key and p.organization_id = q.organization_id
    where s.event_id = ${event_id} and s.start_dt > ${now} and ${isOrganization(sql`q.organization_id`, sql`${tx.org}::uuid`)}
    order by q.created_at, q.form_id, q.place, s.start_dt, q.id
  `)
  return rows
}

export type AskedShift = { id: string; event_id: string }

/** Returns the shifts of these requests. */
export async function listShiftsOf(tx: OrgTx, ids: readonly string[]): Promise<AskedShift[]> {
  return tx
    .selectDistinct({ id: shift.id, event_id: shift.event_id })
    .from(request)
    .innerJoin(shift, eq(shift.id, request.shift_id))
    .where(and(inOrganization(tx, request), isAnyOf(request.id, ids)))
}

/** Locks them, in the order in which they came. Their shifts must be locked. */
export async function lockRequests(tx: OrgTx, ids: readonly string[]): Promise<RequestRow[]> {
  return tx
    .select()
    .from(request)
    .where(and(inOrganization(tx, request), isAnyOf(request.id, ids)))
    .orderBy(asc(request.created_at), asc(request.form_id), asc(request.place), asc(request.id))
    .for('update')
}

export async function listRequestsOfForm(tx: OrgTx, form_id: string): Promise<{ id: string }[]> {
  return tx
    .select({ id: request.id })
    .from(request)
    .where(and(inOrganization(tx, request), eq(request.form_id, form_id)))
}

type ShownRequest = OwnRequest & { organization: ShownOrganization }
type ShownRow = Omit<OwnRequest, 'contact' | 'organization'> & {
  organization: OrganizationRow
} & StoredContact

/** Returns undefined once nothing of the form is left. */
export async function readOwnRequest(tx: OrgTx, form_id: string): Promise<ShownRequest | undefined> {
  const { rows } = await tx.execute<ShownRow>(sql`
    select ${organizationColumn}, coalesce(e.contact_email, o.contact_email) as contact_email,
      coalesce(e.contact_phone, o.contact_phone) as contact_phone,
      jsonb_build_object('id', e.id, 'name', e.name, 'location', e.location, 'time_zone', e.time_zone) as event,
      ${isoInstant(sql`min(q.created_at)`)} as created_at,
      jsonb_agg(jsonb_build_object('id', q.id, 'first_name', q.first_name, 'role_name', r.name,
        'start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)}) order by s.start_dt, q.place) as requests
    from request q
    join shift s on s.id = q.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = q.organization_id
    where q.organization_id = ${tx.org} and q.form_id = ${form_id}
    group by o.id, o.name, e.organization_id, e.id
  `)
  const [found] = rows
  return (
    found && { ...found, organization: toPublicOrganization(found.organization), contact: toContact(found) }
  )
}

export async function deleteRequests(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx.delete(request).where(and(inOrganization(tx, request), isAnyOf(request.id, ids)))
}

/** D33: also those that the person has under another spelling of the name are theirs by address only, and end with the shift. */
export async function deleteRequestsOfPeople(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from request q using person p
    where q.organization_id = ${tx.org} and p.organization_id = q.organization_id and p.identity_key = q.identity_key
      and p.id = any(${sql.param([...person_ids])}::uuid[])
  `)
}

/** Lists requests whose shift has begun, by organisation. */
export async function listLapsed(tx: Tx, now: string): Promise<{ organization_id: OrgId; ids: string[] }[]> {
  const { rows } = await tx.execute<{ organization_id: OrgId; ids: string[] }>(sql`
    select q.organization_id, array_agg(q.id) as ids
    from request q
    join shift s on s.id = q.shift_id
    join organization o on o.id = q.organization_id and o.ended_at is null and o.paused_at is null
    where s.start_dt <= ${now}
    group by q.organization_id
  `)
  return rows
}
