import type { Merged, mergeBody } from '@muster/contract/duplicates'
import { identityKey, searchText } from '@muster/contract/rules/fold'
import { type ChosenField, joinNotes, undoMergeUntil } from '@muster/contract/rules/merge'
import { LIMITS } from '@muster/contract/rules/text'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { limitReached } from '../../access/refuse-at-limit.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { recordAction } from '../../db/record-action.ts'
import { moveInBatches } from '../../db/record-batch.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceMessages, announceNames, announceShifts } from '../../live/announce.ts'
import { moveMessages } from '../../outbox/move-messages.ts'
import { addressesOf } from '../../outbox/suppression.ts'
import { moveAnswers } from '../answers/queries.ts'
import { afterPlacesReleased } from '../assignments/places.ts'
import { closeOpenEmailChanges, moveEmailChanges } from '../people/email-change-queries.ts'
import { lockToErase } from '../people/erase-people.ts'
import { deletePeople, findPerson, listShiftsOfPerson, updatePerson } from '../people/queries.ts'
import { refuseDuplicate } from '../people/save-person.ts'
import { hasTooManyTags, insertPersonTags, listTagIds } from '../tags/queries.ts'
import { readTags } from '../tags/read-tags.ts'
import { listShiftsOfWaiting } from '../waiting-list/queries.ts'
import { joinPlaces } from './join-places.ts'
import { beginMerge, endMerge, findMerge, insertMergedLinks } from './record-merge.ts'

type Body = z.output<typeof mergeBody>

/** D60. Refuses with `person_not_found`, `changed_elsewhere`, `person_exists`, `limit_reached`. */
export function mergePeople(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  given: Body & { id: string },
  attempt?: Attempt,
): Promise<Merged> {
  return db.transaction(org, async (tx) => {
    const { id } = await oncePerKey(tx, attempt, createdId, async () => ({
      id: await merge(tx, given, now()),
    }))
    return readMerged(tx, id)
  })
}

async function merge(
  tx: OrgTx,
  { id: kept_id, other_id, take, ...seen }: Body & { id: string },
  now: string,
) {
  const locked = await lockToErase(tx, [kept_id, other_id])
  const [kept, other] = [kept_id, other_id].map((id) => locked.find((person) => person.id === id))
  if (!kept || !other || kept === other) throw notFound('person_not_found')
  if (kept.version !== seen.version || other.version !== seen.other_version)
    throw conflict('changed_elsewhere')
  const joined = joinEntries(kept, other, take)

  const id = newId()
  const move = { from: other_id, to: kept_id }
  await beginMerge(tx, { id, kept_id, merged_id: other_id, merged_at: now }, addressesOf(other))
  const { links, freed } = await joinPlaces(tx, move)
  await insertMergedLinks(tx, id, [...links, linkOfPerson(other, kept)])
  await moveMessages(tx, move)
  await closeOpenEmailChanges(tx, { person_id: other_id, now })
  await moveEmailChanges(tx, move)
  await moveAnswers(tx, move)
  await insertPersonTags(tx, [kept_id], await listTagIds(tx, other_id))
  if (await hasTooManyTags(tx, [kept_id]))
    throw limitReached(LIMITS.tags_of_person, 'limit_of_tags_of_person')
  await moveInBatches(tx, move)
  await deletePeople(tx, [other_id])
  await refuseDuplicate(updatePerson(tx, kept_id, joined))
  await endMerge(tx, { id, kept_id })

  announceNames(tx, await listShiftsOfPerson(tx, kept_id))
  announceShifts(tx, await listShiftsOfWaiting(tx, [kept_id]))
  afterPlacesReleased(tx, freed)
  announceMessages(
    tx,
    [kept_id, other_id].map((person_id) => ({ organization_id: tx.org, person_id })),
  )
  await recordAction(tx, { action: 'person.merged', at: now, person_ids: [kept_id, other_id] })
  return id
}

/** Refuses with `limit_reached` for notes, and `validation` if no way to reach the person is left (D59). */
function joinEntries(kept: PersonRow, other: PersonRow, take: readonly ChosenField[]) {
  const from = (field: ChosenField) => (take.includes(field) ? other : kept)
  const chosen = {
    first_name: from('first_name').first_name,
    last_name: from('last_name').last_name,
    email: from('email').email,
    phone: from('phone').phone,
    child_team: from('child_team').child_team,
    language: from('language').language,
  }
  if (chosen.email === null && chosen.phone === null) throw invalid('take', 'needs_contact')
  const notes = joinNotes(kept.notes, other.notes)
  if ((notes?.length ?? 0) > LIMITS.text) throw limitReached(LIMITS.text, 'limit_of_joined_notes')
  return {
    ...chosen,
    notes,
    // D43: who has switched reminders off does not get them again.
    gets_reminders: kept.gets_reminders && other.gets_reminders,
    identity_key: identityKey(chosen),
    search_text: searchText(chosen),
  }
}

/** V2: of the calendar feeds. */
const linkOfPerson = (other: PersonRow, kept: PersonRow) => ({
  id: other.id,
  leads_to: kept.id,
  round: other.calendar_round,
  leads_to_round: kept.calendar_round,
  feed_rounds: other.event_feed_rounds,
  leads_to_feed_rounds: kept.event_feed_rounds,
})

async function readMerged(tx: OrgTx, id: string): Promise<Merged> {
  const row = await findMerge(tx, id)
  const person = row && (await findPerson(tx, row.person_id))
  // A repeated call: the person may have been erased since.
  if (!person) throw notFound('person_not_found')
  return {
    merge_id: id,
    undo_until: undoMergeUntil(row.merged_at),
    person: { ...person, tags: await readTags(tx, person.id) },
  }
}
