import type { Hours } from '@muster/contract/hours'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { oneRow } from '../../db/one-row.ts'
import { event, person, role } from '../../db/schema.ts'
import { type HoursFilter, listSums, listYears, type Sums } from './queries.ts'

/** D56: what is planned and worked by person, role and event. */
export async function readHours(tx: OrgTx, filter: HoursFilter, now: string): Promise<Hours> {
  const sums = await listSums(tx, filter, now)
  const of = (key: 'person_id' | 'role_id' | 'event_id') =>
    new Map(sums.flatMap((sum) => (sum[key] === null ? [] : [[sum[key], sum] as const])))
  const [people, roles, events] = [of('person_id'), of('role_id'), of('event_id')]
  const total = sums.filter((sum) => !sum.person_id && !sum.role_id && !sum.event_id)
  return {
    total: oneRow(total),
    people: withSums(await listPeople(tx, people.keys()), people),
    roles: withSums(await listRoles(tx, roles.keys()), roles),
    events: withSums(await listEvents(tx, events.keys()), events),
    years: await listYears(tx),
  }
}

function withSums<Named extends { id: string }>(named: Named[], sums: Map<string, Sums>): (Named & Sums)[] {
  return named.flatMap((each) => {
    const sum = sums.get(each.id)
    return sum ? [{ ...sum, ...each }] : []
  })
}

function listPeople(tx: OrgTx, ids: Iterable<string>) {
  const { id, first_name, last_name, child_team } = person
  return tx
    .select({ id, first_name, last_name, child_team })
    .from(person)
    .where(and(inOrganization(tx, person), isAnyOf(id, ids), isNull(person.erased_at)))
    .orderBy(asc(id))
}

function listRoles(tx: OrgTx, ids: Iterable<string>) {
  return tx
    .select({ id: role.id, name: role.name, event_id: event.id, event_name: event.name })
    .from(role)
    .innerJoin(event, and(eq(event.id, role.event_id), inOrganization(tx, event)))
    .where(and(inOrganization(tx, role), isAnyOf(role.id, ids)))
    .orderBy(asc(event.event_date_start), asc(event.id), asc(role.position), asc(role.id))
}

function listEvents(tx: OrgTx, ids: Iterable<string>) {
  return tx
    .select({ id: event.id, name: event.name })
    .from(event)
    .where(and(inOrganization(tx, event), isAnyOf(event.id, ids)))
    .orderBy(asc(event.event_date_start), asc(event.id))
}
