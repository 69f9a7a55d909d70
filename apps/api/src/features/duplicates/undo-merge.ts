import type { MergeUndone } from '@muster/contract/duplicates'
import { isFull } from '@muster/contract/rules/capacity'
import { identityKey, takenKey } from '@muster/contract/rules/fold'
import { undoMergeUntil } from '@muster/contract/rules/merge'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceMessages, announceNames, announceShifts } from '../../live/announce.ts'
import { moveMessagesBack } from '../../outbox/move-messages.ts'
import { restoreSuppressions } from '../../outbox/suppression.ts'
import { moveAnswers } from '../answers/queries.ts'
import { keepWritten, moveAssignments, restoreAssignments } from '../assignments/places.ts'
import { countPlacesTaken } from '../assignments/queries.ts'
import { moveEmailChanges } from '../people/email-change-queries.ts'
import { lockToErase } from '../people/erase-people.ts'
import { findPersonByIdentity, listShiftsOfPerson, restorePerson, updatePerson } from '../people/queries.ts'
import { deletePersonTags, insertPersonTags } from '../tags/queries.ts'
import { listShiftsOfWaiting, moveWaiting, restoreWaiting } from '../waiting-list/queries.ts'
import { listShiftsById } from './queries.ts'
import { endUndo, findMerge, type MergeRow, moveMerges } from './record-merge.ts'
import { listRecordedPlaces, type RecordedPlace, readRecord, recorded, rowsById } from './recorded-rows.ts'
import { replaceForeignLinks } from './replace-foreign-links.ts'

/** D60. Refuses with `merge_not_found`, `undo_too_late`. */
export function undoMerge(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  org: OrgId,
  id: string,
): Promise<MergeUndone> {
  return deps.db.transaction(org, async (tx) => {
    const found = await findMerge(tx, id)
    if (!found) throw notFound('merge_not_found')
    const [person] = await lockToErase(tx, [found.kept_id])
    // Read again under the lock: the second of two calls finds it undone.
    const merge = await findMerge(tx, id)
    if (!merge) throw notFound('merge_not_found')
    if (merge.undone) return merge.undone
    const now = deps.now()
    if (merge.before === null || undoMergeUntil(merge.merged_at) <= now)
      throw conflict('undo_too_late', { sentence: 'merge_too_old' })
    if (!person || merge.person_id !== merge.kept_id)
      throw conflict('undo_too_late', { sentence: 'merged_again' })
    return undo(tx, { merge, person, now, config: deps.config })
  })
}

type Undoing = { merge: MergeRow; person: PersonRow; now: string; config: Deps['config'] }

async function undo(tx: OrgTx, { merge, person, now, config }: Undoing): Promise<MergeUndone> {
  const { id, kept_id, merged_id } = merge
  const back = { from: kept_id, to: merged_id }
  const record = await readRecord(tx, id)
  const own = await restoreOwn(tx, { merge, person, is_edited: record.is_edited })
  const other = await restoreOther(tx, { merge, rise: person.calendar_round - record.calendar_round })

  const assigned = await planReturn(tx, { merge, now, table: 'assignment' })
  await moveAssignments(tx, { ...back, ids: assigned.moved })
  await restoreAssignments(tx, rowsById(tx, id, 'assignment', assigned.restored))
  for (const { id: parted, note, other_phone } of assigned.parted)
    await keepWritten(tx, parted, { note, other_phone })
  const in_line = await planReturn(tx, { merge, now, table: 'waiting' })
  await moveWaiting(tx, { ...back, ids: in_line.moved })
  await restoreWaiting(tx, rowsById(tx, id, 'waiting', in_line.restored))
  await moveMessagesBack(tx, { ...back, ids: record.message_ids })
  await moveEmailChanges(tx, { ...back, ids: record.email_change_ids })
  await moveAnswers(tx, { ...back, ids: record.answer_ids })
  await insertPersonTags(tx, [merged_id], record.tags_of_merged)
  await deletePersonTags(
    tx,
    [kept_id],
    record.tags_of_merged.filter((tag) => !record.tags_of_kept.includes(tag)),
  )
  await restoreSuppressions(tx, recorded(tx, id, 'suppression'))
  await moveMerges(tx, { ...back, ids: record.merge_ids })
  const replaced_links = await replaceForeignLinks(
    tx,
    { before: person, own, other, moved: assigned.moved },
    { now, config },
  )

  const stays = [
    ...new Map([...in_line.kept, ...assigned.kept].map((each) => [each.shift_id, each])).values(),
  ]
  const shifts = await listShiftsById(
    tx,
    stays.map(({ shift_id }) => shift_id),
  )
  const undone: MergeUndone = {
    kept: [
      ...(record.is_edited ? [{ reason: 'edited' as const, shift: null }] : []),
      ...stays.map(({ reason, shift_id }) => ({ reason, shift: shifts.get(shift_id) ?? null })),
    ],
    replaced_links,
    person_id: merged_id,
  }
  await endUndo(tx, id, undone)
  for (const each of [kept_id, merged_id]) {
    announceNames(tx, await listShiftsOfPerson(tx, each))
    announceShifts(tx, await listShiftsOfWaiting(tx, [each]))
    announceMessages(tx, [{ organization_id: tx.org, person_id: each }])
  }
  await recordAction(tx, { action: 'person.unmerged', at: now, person_ids: [kept_id, merged_id] })
  return undone
}

/** An entry that was changed since the merge stays as it is. */
async function restoreOwn(
  tx: OrgTx,
  { merge: { id }, person, is_edited }: { merge: MergeRow; person: PersonRow; is_edited: boolean },
): Promise<PersonRow> {
  if (is_edited) return updatePerson(tx, person.id, {})
  const { before } = await readRecord(tx, id)
  const identity_key = await freeKey(tx, before, person.id)
  return updatePerson(tx, person.id, { ...before, identity_key })
}

/** `rise`: how often the calendar feeds of the entry that is left were made anew since, which ends those of both. */
async function restoreOther(
  tx: OrgTx,
  { merge: { id, merged_id }, rise }: { merge: MergeRow; rise: number },
): Promise<PersonRow> {
  const { merged } = await readRecord(tx, id)
  const identity_key = await freeKey(tx, merged, merged_id)
  return restorePerson(tx, recorded(tx, id, 'merged'), { identity_key, rise })
}

/** D11: somebody may have signed up with the name and address since. */
async function freeKey(tx: OrgTx, person: Parameters<typeof identityKey>[0], id: string): Promise<string> {
  const key = identityKey(person)
  const holder = await findPersonByIdentity(tx, key)
  return holder && holder.id !== id ? takenKey(key, id) : key
}

type Planning = { merge: MergeRow; now: string; table: 'assignment' | 'waiting' }
type Stays = { shift_id: string; reason: Exclude<MergeUndone['kept'][number]['reason'], 'edited'> }

/** Decides what of the other person moves back, and which rows that went away are there again. */
async function planReturn(tx: OrgTx, { merge, now, table }: Planning) {
  const plan = {
    moved: [] as string[],
    restored: [] as { id: string; rise: number }[],
    parted: [] as RecordedPlace[],
    kept: [] as Stays[],
  }
  for (const [shift_id, { own, theirs }] of await listRecordedPlaces(tx, merge, table)) {
    if (!theirs) continue
    const left = [theirs, own].find((place) => place?.is_there)
    const gone = [theirs, own].find((place) => place && place !== left)
    if (!left) plan.kept.push({ shift_id, reason: 'gone' })
    else if (!left.is_as_left) plan.kept.push({ shift_id, reason: 'answered' })
    else {
      if (left === theirs) plan.moved.push(left.id)
      if (!gone) continue
      if (await hasNoPlace(tx, gone, now)) plan.kept.push({ shift_id, reason: 'shift_full' })
      else {
        plan.restored.push({ id: gone.id, rise: left.rise })
        plan.parted.push(left)
      }
    }
  }
  return plan
}

/** D12, D44: under the lock of the shift. Of a shift that is over nobody takes a place any more. */
async function hasNoPlace(tx: OrgTx, gone: RecordedPlace, now: string): Promise<boolean> {
  if (gone.status !== 'CONFIRMED' || isOver(gone, now)) return false
  const taken = await countPlacesTaken(tx, { shift_id: gone.shift_id, person_id: null })
  return isFull(gone.required_qty, taken)
}
