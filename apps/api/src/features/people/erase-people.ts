import { isOver } from '@muster/contract/rules/shift-phase'
import type { OrgTx } from '../../db/client.ts'
import { awaitBroadcasts, lockPeopleExclusively, lockShifts } from '../../db/lock.ts'
import { forgetMerges } from '../../db/merged-link.ts'
import { eraseFromBatches } from '../../db/record-batch.ts'
import type { PersonRow } from '../../db/schema.ts'
import { announceShifts } from '../../live/announce.ts'
import { eraseMessages, listMessageAddresses } from '../../outbox/erase-messages.ts'
import { deleteOpeningMailsOf } from '../../outbox/opening-mails.ts'
import { getLanguageOfOrganization } from '../../outbox/recipients.ts'
import { addressesOf, deleteUnusedSuppressions } from '../../outbox/suppression.ts'
import { deleteUnusedThreads } from '../../providers/threads/threads.ts'
import { deleteAnswersOfPeople } from '../answers/queries.ts'
import { afterPlacesReleased, deleteAssignments, eraseAssignments } from '../assignments/places.ts'
import { deleteRequestsOfPeople } from '../requests/queries.ts'
import { deletePersonTags } from '../tags/queries.ts'
import { deleteWaitingOfPeople, listShiftsOfWaiting } from '../waiting-list/queries.ts'
import { deleteEmailChangesOfPeople } from './email-change-queries.ts'
import { blankPeople, deleteFromImports, deletePeople, listShiftsOfPeople } from './queries.ts'
import { peopleTexts } from './texts.ts'

/** Locks people with their shifts (D15). Unknown and erased people are left out. */
export async function lockToErase(tx: OrgTx, ids: readonly string[]): Promise<PersonRow[]> {
  const shifts = await listShiftsOfPeople(tx, ids)
  await awaitBroadcasts(tx, [...new Set(shifts.map(({ event_id }) => event_id))])
  const on_waiting_list = await listShiftsOfWaiting(tx, ids)
  await lockShifts(tx, [...new Set([...shifts, ...on_waiting_list].map(({ id }) => id))])
  return lockPeopleExclusively(tx, ids)
}

/** D33. The people must be locked, and their notices enqueued before. */
export async function erasePeople(tx: OrgTx, people: readonly PersonRow[], now: string): Promise<void> {
  const ids = people.map(({ id }) => id)
  const addresses = [...people.flatMap(addressesOf), ...(await listMessageAddresses(tx, ids))]
  await eraseRowsOfPeople(tx, people, now)
  await deleteOpeningMailsOf(tx, addresses)
  await deleteUnusedSuppressions(tx, tx.org, addresses)
  const phones = addresses.flatMap(({ channel, address }) => (channel === 'SMS' ? address : []))
  await deleteUnusedThreads(tx, tx.org, phones)
}

/** As `erasePeople`, except what belongs to their addresses. */
export async function eraseRowsOfPeople(tx: OrgTx, people: readonly PersonRow[], now: string): Promise<void> {
  const ids = people.map(({ id }) => id)
  // Read after the lock: a sign-up may have added a shift.
  const shifts = await listShiftsOfPeople(tx, ids)
  const over = shifts.filter((shift) => isOver(shift, now))
  const ahead = shifts.filter((shift) => !isOver(shift, now))

  await eraseMessages(tx, ids, now)
  await eraseFromBatches(tx, ids)
  await deleteFromImports(tx, ids)
  await forgetMerges(tx, ids)
  announceShifts(tx, await listShiftsOfWaiting(tx, ids))
  await deleteWaitingOfPeople(tx, ids)
  await deleteEmailChangesOfPeople(tx, ids)
  await deleteRequestsOfPeople(tx, ids)
  await deletePersonTags(tx, ids)
  await deleteAnswersOfPeople(tx, ids)
  await deleteAssignments(tx, ahead.map(assignmentId))
  await eraseAssignments(tx, over.map(assignmentId))
  const needed = new Set(over.map(({ person_id }) => person_id))
  await deletePeople(
    tx,
    ids.filter((id) => !needed.has(id)),
  )
  const t = peopleTexts[await getLanguageOfOrganization(tx)]
  const placeholder = { first_name: t('erased.first_name'), last_name: t('erased.last_name'), erased_at: now }
  await blankPeople(tx, [...needed], placeholder)
  announceShifts(tx, over)
  afterPlacesReleased(tx, ahead)
}

const assignmentId = ({ assignment_id }: { assignment_id: string }) => assignment_id
