import type { LogEntity } from '@muster/contract/rules/log-action'
import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { apiKey, auditLog, event, memberInvitation, person, role } from '../../db/schema.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'

export type LogRow = typeof auditLog.$inferSelect

export type LogFilter = {
  actor?: string | undefined
  entity?: LogEntity | undefined
  person_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** An entry may name 1,000 people. 200,000 in one answer are 16 MB, and block the event loop for 500 ms (measured). */
const MOST_PEOPLE = 2_000

type RowPage = {
  rows: LogRow[]
  /** Id after which the next page begins. Undefined on the last page. */
  next: string | undefined
}

/** The page ends before its limit if its rows name too many people. */
export async function listEntries(tx: OrgTx, filter: LogFilter, page: ListPage): Promise<RowPage> {
  const sizes = await listSizes(tx, filter, page)
  const ids = sizes.slice(0, countFitting(sizes, page)).map(({ id }) => id)
  const rows = await tx
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.organization_id, tx.org), isAnyOf(auditLog.id, ids)))
    .orderBy(desc(auditLog.id))
  return { rows, next: sizes.length > ids.length ? ids.at(-1) : undefined }
}

type Size = { id: string; people: number }

function listSizes(
  tx: OrgTx,
  { actor, entity, person_id, from, to }: LogFilter,
  page: ListPage,
): Promise<Size[]> {
  return tx
    .select({
      id: auditLog.id,
      people: sql<number>`coalesce(jsonb_array_length(${auditLog.subjects} -> 'person_ids'), 0)`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.organization_id, tx.org),
        actor === undefined ? undefined : eq(auditLog.actor_id, actor),
        entity === undefined ? undefined : sql`split_part(${auditLog.action}, '.', 1) = ${entity}`,
        person_id === undefined
          ? undefined
          : sql`${auditLog.subjects} @> ${JSON.stringify({ person_ids: [person_id] })}::jsonb`,
        from === undefined ? undefined : gte(auditLog.at, from),
        to === undefined ? undefined : lt(auditLog.at, to),
        page.after === undefined ? undefined : lt(auditLog.id, page.after),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(rowsToRead(page))
}

/** The first entry always fits. */
function countFitting(sizes: readonly Size[], { limit }: ListPage): number {
  let total = 0
  const first_too_many = sizes.findIndex(({ people }, index) => {
    total += people
    return index > 0 && total > MOST_PEOPLE
  })
  return Math.min(limit, first_too_many === -1 ? sizes.length : first_too_many)
}

export async function listNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const given = [...ids]
  const rows = [
    ...(await tx
      .select({ id: event.id, name: event.name })
      .from(event)
      .where(and(inOrganization(tx, event), isAnyOf(event.id, given)))),
    ...(await tx
      .select({ id: role.id, name: role.name })
      .from(role)
      .where(and(inOrganization(tx, role), isAnyOf(role.id, given)))),
    ...(await tx
      .select({ id: person.id, name: sql<string>`${person.first_name} || ' ' || ${person.last_name}` })
      .from(person)
      .where(and(inOrganization(tx, person), isAnyOf(person.id, given), isNull(person.erased_at)))),
    ...(await tx
      .select({ id: apiKey.id, name: apiKey.name })
      .from(apiKey)
      .where(and(inOrganization(tx, apiKey), isAnyOf(apiKey.id, given)))),
    ...(await tx
      .select({ id: memberInvitation.id, name: memberInvitation.email })
      .from(memberInvitation)
      .where(and(inOrganization(tx, memberInvitation), isAnyOf(memberInvitation.id, given)))),
  ]
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the zones of the events among the ids. */
export async function listZones(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: event.id, time_zone: event.time_zone })
    .from(event)
    .where(and(inOrganization(tx, event), isAnyOf(event.id, ids)))
  return new Map(rows.map(({ id, time_zone }) => [id, time_zone]))
}
