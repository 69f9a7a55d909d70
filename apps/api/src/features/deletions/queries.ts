import type { Deletion } from '@muster/contract/deletions'
import { DELETIONS_KEPT_DAYS } from '@muster/contract/rules/deleted-kind'
import { and, asc, eq, gt, gte, or, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { deletion } from '../../db/schema.ts'
import { type ListPage, rowsToRead } from '../../edge/list-page.ts'

/** In the order of ids. */
export function listDeletions(
  tx: OrgTx,
  { since, event_id }: { since: string; event_id: string | undefined },
  page?: ListPage,
): Promise<Deletion[]> {
  const { id, kind, event_id: of_event, deleted_at } = deletion
  const found = tx
    .select({ id, kind, event_id: of_event, deleted_at })
    .from(deletion)
    .where(
      and(
        eq(deletion.organization_id, tx.org),
        gte(deleted_at, since),
        event_id === undefined ? undefined : or(eq(of_event, event_id), eq(id, event_id)),
        page?.after === undefined ? undefined : gt(id, page.after),
      ),
    )
    .orderBy(asc(id))
  return page ? found.limit(rowsToRead(page)) : found
}

export const sweepDeletions = (tx: Tx): Promise<number> =>
  deleteBatch(tx, deletion, sql`${deletion.deleted_at} < now() - ${DELETIONS_KEPT_DAYS} * interval '1 day'`)
