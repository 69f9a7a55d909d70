import { and, count, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { lockPeople } from '../../db/lock.ts'
import { oneRow } from '../../db/one-row.ts'
import { recordAction } from '../../db/record-action.ts'
import { assignment, organization, shift } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../edge/refusal.ts'
import { replaceLinks } from './replace-links.ts'

/* D63: replaces the personal links that a former member or a revoked key could read. */

/** People in one transaction. */
const AT_ONCE = 20

/** Counts the links of shifts that are not over. */
export async function countOpenLinks(tx: OrgTx, now: string): Promise<number> {
  const found = await tx
    .select({ links: count() })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(and(inOrganization(tx, assignment), gt(shift.end_dt, now)))
  return oneRow(found).links
}

/** A worker does the rest. One that is under way begins again: links may have been read since. */
export async function askToReplaceAllLinks(tx: OrgTx, now: string): Promise<void> {
  await tx
    .update(organization)
    .set({ link_replacement: { asked_at: now, after: null } })
    .where(eq(organization.id, tx.org))
  await recordAction(tx, { action: 'organization.links_replaced', at: now })
}

/** Returns for how many people. A process that ends leaves the rest to the next run. */
export async function replaceAllLinks(
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'config'>,
  stopping?: AbortSignal,
): Promise<number> {
  const { db, log } = deps
  const due = await db.system((tx) =>
    tx
      .select({ org: sql<OrgId>`${organization.id}` })
      .from(organization)
      .where(isNotNull(organization.link_replacement)),
  )
  let replaced = 0
  for (const { org } of due) {
    try {
      let people = await replaceNext(deps, org)
      replaced += people
      while (people > 0) {
        if (stopping?.aborted) return replaced
        people = await replaceNext(deps, org)
        replaced += people
      }
    } catch (error) {
      // The run goes on; this organisation is tried again in the next run.
      log.error({ err: error, organization_id: org }, 'links of an organisation could not be replaced')
    }
  }
  return replaced
}

async function replaceNext(deps: Pick<Deps, 'db' | 'now' | 'config'>, org: OrgId): Promise<number> {
  try {
    return await deps.db.transaction(org, (tx) => replaceBatch(tx, deps, 'those_asked'))
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'daily_cap_reached')) throw error
    // The links must not wait for the next day: the page of the old link offers the new one by e-mail (D40).
    return deps.db.transaction(org, (tx) => replaceBatch(tx, deps, false))
  }
}

async function replaceBatch(
  tx: OrgTx,
  { now: clock, config }: Pick<Deps, 'now' | 'config'>,
  notify: 'those_asked' | false,
): Promise<number> {
  const now = clock()
  // The lock keeps a second worker out.
  const [found] = await tx
    .select({ link_replacement: organization.link_replacement })
    .from(organization)
    .where(eq(organization.id, tx.org))
    .for('no key update')
  if (!found?.link_replacement) return 0
  const { asked_at, after } = found.link_replacement
  const ids = await listNextPeople(tx, { after, now })
  await lockPeople(tx, ids)
  await replaceLinks(tx, await listOpenAssignments(tx, ids, now), { notify, now, config })
  const last = ids.at(-1)
  await tx
    .update(organization)
    .set({ link_replacement: last === undefined ? null : { asked_at, after: last } })
    .where(eq(organization.id, tx.org))
  return ids.length
}

async function listNextPeople(
  tx: OrgTx,
  { after, now }: { after: string | null; now: string },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ person_id: assignment.person_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(
      and(
        inOrganization(tx, assignment),
        gt(shift.end_dt, now),
        after === null ? undefined : gt(assignment.person_id, after),
      ),
    )
    .orderBy(assignment.person_id)
    .limit(AT_ONCE)
  return rows.map(({ person_id }) => person_id)
}

async function listOpenAssignments(tx: OrgTx, person_ids: readonly string[], now: string): Promise<string[]> {
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(
      and(inOrganization(tx, assignment), isAnyOf(assignment.person_id, person_ids), gt(shift.end_dt, now)),
    )
  return rows.map(({ id }) => id)
}
