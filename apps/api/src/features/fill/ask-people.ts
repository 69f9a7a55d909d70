import { coverageOf } from '@muster/contract/rules/coverage'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { ANSWER_DAYS, capDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import type { Shift } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { recordActions, subjectsOfShift } from '../../db/record-action.ts'
import { beginBatch, endBatch } from '../../db/record-batch.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { countTowardsCap } from '../../outbox/daily-cap.ts'
import { enqueueInvitations, writeInvitations } from '../../outbox/enqueue.ts'
import { refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf, getLanguageOfOrganization } from '../../outbox/recipients.ts'
import { inOrder, insertPlaces } from '../assignments/assign-people.ts'
import { listConflicts, overlapOf } from '../assignments/conflicts.ts'
import { countOpenPlaces, countPlacesTaken, listAssignments } from '../assignments/queries.ts'
import type { InviteMethod } from '../assignments/reach.ts'
import { readShiftWithPeople } from '../assignments/read-assignments.ts'
import { findReachable } from './find-reachable.ts'

type Ask = {
  shift_id: string
  person_ids: readonly string[]
  mode: 'each' | 'first'
  method: InviteMethod
  answer_by?: string | undefined
}

const stored = z.object({ batch_id: z.string() })

/**
 * D61: all or none. Refuses with `shift_not_found`, `shift_over`, `person_not_found`, `shift_full`, `already_assigned`,
 * `schedule_conflict`, `no_contact_info`, `number_not_allowed`, `address_bounced`, `opted_out`, `daily_cap_reached`.
 */
export function askPeople(
  { db, keys, config, now: clock }: Deps,
  org: OrgId,
  { shift_id, person_ids, mode, method, answer_by }: Ask,
  attempt?: Attempt,
): Promise<{ shift: Shift; batch_id: string }> {
  return db.transaction(org, async (tx) => {
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    const { batch_id } = await oncePerKey(tx, attempt, stored, async () => {
      const now = clock()
      const people = inOrder(await lockPeople(tx, person_ids), person_ids)
      if (isOver(shift, now)) throw conflict('shift_over')
      if (answer_by !== undefined && answer_by <= now) throw invalid('answer_by', 'not_future')
      const offer = mode === 'first' ? await openAsk(tx, shift, now) : {}
      const asked = await findReachable(tx, people, { method, config })

      const of_batch = { batch_id: newId() }
      const overlaps = (await listConflicts(tx, [shift_id])).map(overlapOf)
      await beginBatch(tx, of_batch.batch_id, {
        shift_ids: [shift_id],
        of_events: [shift.event_id],
        overlaps,
      })
      const deadline = capDeadline(
        { uncapped_expires_at: answer_by ?? addMs(now, ANSWER_DAYS * DAY_MS), expiry_set_at: now },
        shift,
      )
      const places = await insertPlaces(tx, {
        shift,
        people: asked,
        now,
        invite: ({ invite_method }) => ({ ...offer, ...deadline, invite_sent_at: now, invite_method }),
      })
      await endBatch(tx, of_batch.batch_id, { shift_ids: [shift_id] })

      const done = { at: now, ...subjectsOfShift(shift), person_ids: asked.map(({ id }) => id) }
      await recordActions(tx, [
        { action: 'assignment.added', ...done },
        { action: 'assignment.invited', ...done },
      ])
      announceShifts(tx, [shift])
      await countTowardsCap(tx, { channels: asked.flatMap(({ channels }) => channels), config, now })
      const language = await getLanguageOfOrganization(tx)
      const is_first_yes = mode === 'first'
      const question = { round: 1, is_confirmed: false, is_first_yes, answer_by: deadline.token_expires_at }
      const invitations = await writeInvitations(
        tx,
        places.map(({ id: assignment_id, person }) => ({
          person,
          channels: person.channels,
          language: person.language ?? language,
          shifts: [{ ...question, assignment_id }],
        })),
        { now },
      )
      await enqueueInvitations(tx, invitations, of_batch)
      const addresses = asked.flatMap((person) => addressesOf(person, person.channels))
      await refuseOftenWritten(tx, addresses, { config, now })
      return of_batch
    })
    return { shift: await readShiftWithPeople(tx, keys, shift), batch_id }
  })
}

/**
 * An ask for the missing places. If none is missing, people join an ask that has open places, or else an ask for all free
 * places begins, such as those of expired invitations. Throws 409 `shift_full`.
 */
async function openAsk(
  tx: OrgTx,
  shift: ShiftRow,
  now: string,
): Promise<{ ask_id: string; ask_places: number }> {
  const taken = await countPlacesTaken(tx, { shift_id: shift.id, person_id: null })
  const free = shift.required_qty - taken
  if (free <= 0) throw conflict('shift_full')
  const assignment = await listAssignments(tx, { shift_ids: [shift.id] })
  const { missing } = coverageOf({ required_qty: shift.required_qty, assignment }, now)
  if (missing > 0) return { ask_id: newId(), ask_places: Math.min(missing, free) }
  for (const { status, ask_id, ask_places } of assignment) {
    if (status !== 'INVITED' || ask_id === null || ask_places === null) continue
    if ((await countOpenPlaces(tx, { shift, ask_id, person_id: null })) > 0) return { ask_id, ask_places }
  }
  return { ask_id: newId(), ask_places: free }
}
