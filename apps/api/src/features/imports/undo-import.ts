import { type KeptPerson, type UndoneImport, undoneImport } from '@muster/contract/imports'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { inParts, PEOPLE_AT_ONCE } from '../../db/in-parts.ts'
import { lockPeopleExclusively } from '../../db/lock.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceNames } from '../../live/announce.ts'
import { erasePeople } from '../people/erase-people.ts'
import { listShiftsOfPeople } from '../people/queries.ts'
import { updatePeople } from '../people/save-many.ts'
import { deletePersonTags, deleteUnusedTags } from '../tags/queries.ts'
import { closeImport, listRecorded, listRecordedIds, lockImport, type RecordedPerson } from './queries.ts'
import { retryTaken } from './retry-taken.ts'

/** D48. Refuses with `import_not_found`, `undo_too_late`. */
export function undoImport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  id: string,
  attempt: Attempt,
): Promise<UndoneImport> {
  return retryTaken(() =>
    db.transaction(org, (tx) =>
      oncePerKey(tx, attempt, undoneImport, async () => {
        const found = await lockImport(tx, id)
        if (!found) throw notFound('import_not_found')
        if (found.kept) return { kept: found.kept }
        if (!found.is_undoable) throw conflict('undo_too_late', { sentence: 'import_too_old' })

        // In parts, each by id and after the one before: that is the order of D15.
        const kept = await inParts(await listRecordedIds(tx, id), PEOPLE_AT_ONCE, (ids) =>
          undoPeople(tx, { import_id: id, ids, now: now() }),
        )
        await deleteUnusedTags(tx, found.tag_ids)
        await closeImport(tx, id, kept)
        await recordAction(tx, { action: 'import.undone', at: now() })
        return { kept }
      }),
    ),
  )
}

/** Returns who stays. */
async function undoPeople(
  tx: OrgTx,
  { import_id, ids, now }: { import_id: string; ids: readonly string[]; now: string },
): Promise<KeptPerson[]> {
  const locked = await lockPeopleExclusively(tx, ids)
  const recorded = await listRecorded(
    tx,
    import_id,
    locked.map((each) => each.id),
  )
  const added = new Set(recorded.flatMap((each) => (each.reason || each.before ? [] : each.id)))
  await erasePeople(
    tx,
    locked.filter((each) => added.has(each.id)),
    now,
  )
  await restore(
    tx,
    recorded.filter(({ reason }) => reason === null),
  )
  return recorded.flatMap(({ id, reason }) => (reason ? { id, reason } : []))
}

async function restore(tx: OrgTx, people: readonly RecordedPerson[]): Promise<void> {
  const changed = people.flatMap(({ id, before }) => (before ? { id, before } : []))
  await updatePeople(
    tx,
    changed.map(({ id, before: { added_tag_ids: _tags, ...values } }) => ({ id, ...values })),
  )
  for (const tag_id of new Set(changed.flatMap(({ before }) => before.added_tag_ids)))
    await deletePersonTags(
      tx,
      changed.flatMap(({ id, before }) => (before.added_tag_ids.includes(tag_id) ? id : [])),
      [tag_id],
    )
  const ids = changed.map(({ id }) => id)
  announceNames(tx, await listShiftsOfPeople(tx, ids))
}
