import type { MergeUndone } from '@muster/contract/duplicates'
import { foldAddress } from '@muster/contract/rules/fold'
import { MERGE_UNDO_MS } from '@muster/contract/rules/merge'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { ROWS_AT_ONCE } from '../../db/in-batches.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { merge, mergedLink } from '../../db/schema.ts'
import type { ChannelAddress } from '../../outbox/suppression.ts'

/* D60: a merge records the rows of both people as they were. `undo-merge.ts` restores them. */

export type MergeRow = typeof merge.$inferSelect

type Pair = { kept_id: string; merged_id: string }

/** Call it once all is locked, before anything is written. `addresses`: those of the entry that goes. */
export async function beginMerge(
  tx: OrgTx,
  { id, kept_id, merged_id, merged_at }: Pair & { id: string; merged_at: string },
  addresses: readonly ChannelAddress[],
): Promise<void> {
  await tx
    .insert(merge)
    .values({ organization_id: tx.org, id, person_id: kept_id, kept_id, merged_id, merged_at })
  const inOrg = isOrganization(sql`t.organization_id`, sql`${tx.org}::uuid`)
  const list = (what: SQL, table: string, condition: SQL) =>
    sql`(select coalesce(json_agg(${what}), '[]') from ${sql.identifier(table)} t where ${condition} and ${inOrg})`
  const ofBoth = sql`t.person_id in (${kept_id}, ${merged_id})`
  const isTheirs = sql`t.person_id = ${merged_id}`
  const stopped = JSON.stringify(
    addresses.map(({ channel, address }) => `${channel} ${foldAddress(address)}`),
  )
  await tx.execute(sql`
    update merge set before = json_build_object(
      'kept', (select to_json(t) from person t where t.id = ${kept_id} and ${inOrg}),
      'merged', (select to_json(t) from person t where t.id = ${merged_id} and ${inOrg}),
      'assignment', ${list(sql`t`, 'assignment', ofBoth)},
      'waiting', ${list(sql`t`, 'waiting', ofBoth)},
      'person_tag', ${list(sql`t`, 'person_tag', ofBoth)},
      'message', ${list(sql`t.id`, 'message', isTheirs)},
      'answer', ${list(sql`t.id`, 'answer', isTheirs)},
      'email_change', ${list(sql`t.id`, 'email_change', isTheirs)},
      'merge', ${list(sql`t.id`, 'merge', isTheirs)},
      'suppression', ${list(sql`t`, 'suppression', sql`${stopped}::jsonb ? (t.channel || ' ' || t.address)`)}
    )
    where organization_id = ${tx.org} and id = ${id}
  `)
  await moveMerges(tx, { from: merged_id, to: kept_id })
}

/** Moves earlier merges, all or these, so that an erasure reaches them (D33). */
export async function moveMerges(
  tx: OrgTx,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
): Promise<void> {
  await tx
    .update(merge)
    .set({ person_id: to })
    .where(and(eq(merge.organization_id, tx.org), eq(merge.person_id, from), ids && isAnyOf(merge.id, ids)))
}

/** Call it after the last write. */
export async function endMerge(tx: OrgTx, { id, kept_id }: { id: string; kept_id: string }): Promise<void> {
  await tx.execute(sql`
    update merge set after = (
      select to_json(t) from person t
      where t.id = ${kept_id} and ${isOrganization(sql`t.organization_id`, sql`${tx.org}::uuid`)}
    )
    where organization_id = ${tx.org} and id = ${id}
  `)
}

export async function insertMergedLinks(
  tx: OrgTx,
  merge_id: string,
  links: readonly Omit<typeof mergedLink.$inferInsert, 'organization_id' | 'merge_id'>[],
): Promise<void> {
  if (links.length === 0) return
  await tx.insert(mergedLink).values(links.map((link) => ({ ...link, merge_id, organization_id: tx.org })))
}

export async function findMerge(tx: OrgTx, id: string): Promise<MergeRow | undefined> {
  const [found] = await tx
    .select()
    .from(merge)
    .where(and(eq(merge.organization_id, tx.org), eq(merge.id, id)))
  return found
}

export async function endUndo(tx: OrgTx, id: string, undone: MergeUndone): Promise<void> {
  await tx.delete(mergedLink).where(and(eq(mergedLink.organization_id, tx.org), eq(mergedLink.merge_id, id)))
  await tx
    .update(merge)
    .set({ undone, before: null, after: null })
    .where(and(eq(merge.organization_id, tx.org), eq(merge.id, id)))
}

/** Forgets the rows, which are about people, of merges that can no longer be undone. */
export async function forgetMergedRows(tx: Tx, now: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update merge set before = null, after = null
    where ctid = any(array(
      select ctid from merge
      where before is not null and merged_at <= ${now}::timestamptz - ${MERGE_UNDO_MS} * interval '1 millisecond'
      limit ${ROWS_AT_ONCE} for update skip locked
    ))
  `)
  return rowCount ?? 0
}
