import { sql } from 'drizzle-orm'
import type { OrgTx } from './client.ts'
import { isOrganization } from './in-organization.ts'
import { isAnyOf } from './is-any-of.ts'
import { merge, toldApart } from './schema.ts'

/* D60: links of an entry that became part of another one, and what is known of that. */

/** `round` and `feed_rounds` sign the link; the others must still be those of what it leads to (D17, V2). */
export type MergedLink = {
  leads_to: string
  round: number
  leads_to_round: number
  feed_rounds: Record<string, number>
  leads_to_feed_rounds: Record<string, number>
}

/** Finds where the links of a person, an assignment or a place in line lead that is gone; after several merges the last. */
export async function findMergedLink(tx: OrgTx, id: string): Promise<MergedLink | undefined> {
  const { rows } = await tx.execute<MergedLink>(sql`
    with recursive way as (
      select 1 as step, leads_to, round, leads_to_round, feed_rounds, leads_to_feed_rounds from merged_link
      where organization_id = ${tx.org} and id = ${id}
      union all
      select step + 1, next.leads_to, way.round, next.leads_to_round, way.feed_rounds, next.leads_to_feed_rounds
      from way
      join merged_link next on next.organization_id = ${tx.org} and next.id = way.leads_to
        and next.round = way.leads_to_round and next.feed_rounds = way.leads_to_feed_rounds
    )
    select leads_to, round, leads_to_round, feed_rounds, leads_to_feed_rounds from way order by step desc limit 1
  `)
  return rows[0]
}

/** Returns the people, and those of whom they became a part. */
export async function followMerges(tx: OrgTx, person_ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive way as (
      select unnest(${sql.param([...person_ids])}::uuid[]) as id
      union
      select m.leads_to from way join merged_link m on m.organization_id = ${tx.org} and m.id = way.id
    )
    select id from way
  `)
  return rows.map(({ id }) => id)
}

/** D33 */
export async function forgetMerges(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  const org = sql`${tx.org}::uuid`
  await tx
    .delete(merge)
    .where(sql`${isAnyOf(merge.person_id, person_ids)} and ${isOrganization(merge.organization_id, org)}`)
  await tx
    .delete(toldApart)
    .where(
      sql`(${isAnyOf(toldApart.one_id, person_ids)} or ${isAnyOf(toldApart.other_id, person_ids)}) and ${isOrganization(toldApart.organization_id, org)}`,
    )
}
