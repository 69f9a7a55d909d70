import type { Kept } from '@muster/contract/batches'
import { holdsPlace, occupiesTime } from '@muster/contract/rules/assignment-status'
import type { OrgTx } from '../../db/client.ts'
import type { Overlap } from '../../db/record-batch.ts'
import { findConflicts, keyOf, overlapOf } from '../assignments/conflicts.ts'
import { listTimesOfPeople, listTimesOfPeopleOn } from '../assignments/queries.ts'
import {
  type AssignmentOfBatch,
  findEventOfBatch,
  listAssignmentsOfBatch,
  listPlacesOfBatch,
  listShiftsOfBatch,
  type ShiftOfBatch,
} from './queries.ts'

/** `living`: people who are not erased. All must be locked with their shifts. */
export type Locked = { events_of_roles: ReadonlyMap<string, string>; living: ReadonlySet<string> }

export type Plan = {
  kept: Kept[]
  /** The event that becomes what it was. */
  changed_event: string | undefined
  /** The batch has removed the event. */
  restores_event: boolean
  /** New shifts. */
  deleted: string[]
  /** Shifts that become what they were. */
  reset: string[]
  /** Removed shifts. */
  inserted: string[]
  assignments_deleted: string[]
  assignments_inserted: string[]
  /** Of shifts that the batch has left as they were. They become what they were. */
  assignments_reset: string[]
  /** Whose notices stay true: shifts, and people on shifts. */
  staying: ReadonlySet<string>
  living: string[]
}

/** D46: decides which rows the undo restores. A row that was changed after the batch is kept; `kept` gives the reason. */
export async function decide(
  tx: OrgTx,
  { id, overlaps }: { id: string; overlaps: readonly Overlap[] },
  { events_of_roles, living }: Locked,
): Promise<Plan> {
  const shifts = await listShiftsOfBatch(tx, id)
  const event = await findEventOfBatch(tx, id)
  const reason = event && whyEventStays(event, shifts)
  if (event && reason) return keepAll({ id: event.id, reason }, shifts)

  const hasRole = ({ kind, role_id, event_id }: ShiftOfBatch) =>
    kind === 'created' || event?.is_removed === true || events_of_roles.get(role_id) === event_id
  const judged = shifts.flatMap((shift) => {
    const why: Kept['reason'] | undefined = shift.reason ?? (hasRole(shift) ? undefined : 'gone')
    // A created shift that was deleted later needs no undo.
    const is_settled = shift.kind === 'same' || (shift.kind === 'created' && why === 'gone')
    return is_settled ? [] : [{ ...shift, why }]
  })
  const undone = judged.filter(({ why }) => why === undefined)
  const changes = judgeAssignments(await listAssignmentsOfBatch(tx, id), { shifts, undone, living })
  const coming_back = [...changes.returning, ...changes.reverting]
  const { leaving } = changes
  const clashing = await findClashing(tx, { undone, returning: coming_back, leaving, overlaps, shifts })
  const crowded = await findCrowded(tx, id, changes.returning)

  const stays: Staying[] = [
    ...judged.flatMap(({ id: shift_id, why }): Staying[] => {
      const because = clashing.has(shift_id) ? 'schedule_conflict' : why
      return because ? [{ id: shift_id, reason: because, notice: shift_id }] : []
    }),
    ...changes.kept,
    ...coming_back.flatMap((one): Staying[] => {
      const why = clashing.has(one.id) ? 'schedule_conflict' : crowded.has(one.id) ? 'shift_full' : undefined
      return why ? [{ id: one.id, reason: why, notice: placeOf(one) }] : []
    }),
  ]
  const kept_ids = new Set(stays.map((one) => one.id))
  const idsOf = (kind: ShiftOfBatch['kind']) =>
    undone.flatMap((shift) => (shift.kind === kind && !kept_ids.has(shift.id) ? shift.id : []))
  return {
    kept: stays.map(({ id: kept_id, reason: because }) => ({ id: kept_id, reason: because })),
    changed_event: event?.is_removed === false ? event.id : undefined,
    restores_event: event?.is_removed === true,
    deleted: idsOf('created'),
    reset: idsOf('updated'),
    inserted: idsOf('removed'),
    assignments_deleted: changes.leaving.map((one) => one.id),
    assignments_inserted: changes.returning.flatMap((one) => (kept_ids.has(one.id) ? [] : one.id)),
    assignments_reset: changes.reverting.flatMap((one) => (kept_ids.has(one.id) ? [] : one.id)),
    staying: new Set(stays.map(({ notice }) => notice)),
    living: [...living],
  }
}

/** A person who has signed up since the batch has seen the event as the batch left it, so the event stays. */
function whyEventStays(
  { is_untouched }: { is_untouched: boolean },
  shifts: readonly ShiftOfBatch[],
): Kept['reason'] | undefined {
  if (!is_untouched) return 'changed'
  return shifts.some(({ reason }) => reason === 'signed_up') ? 'signed_up' : undefined
}

const keepAll = (event: Kept, shifts: readonly ShiftOfBatch[]): Plan => ({
  kept: [event],
  changed_event: undefined,
  restores_event: false,
  deleted: [],
  reset: [],
  inserted: [],
  assignments_deleted: [],
  assignments_inserted: [],
  assignments_reset: [],
  staying: new Set(shifts.map(({ id }) => id)),
  living: [],
})

const placeOf = ({ shift_id, person_id }: Pick<AssignmentOfBatch, 'shift_id' | 'person_id'>) =>
  `${shift_id} ${person_id}`

/** `notice`: whose notice stays true, as in `Plan`. */
type Staying = Kept & { notice: string }

type Judged = {
  /** They come back, unless places or times do not allow it. */
  returning: AssignmentOfBatch[]
  /** They were added, and go again. */
  leaving: AssignmentOfBatch[]
  /** They were changed, and become what they were, unless times do not allow it. No batch ends a place in this way. */
  reverting: AssignmentOfBatch[]
  kept: Staying[]
}

function judgeAssignments(
  assignments: readonly AssignmentOfBatch[],
  {
    shifts,
    undone,
    living,
  }: { shifts: readonly ShiftOfBatch[]; undone: readonly ShiftOfBatch[]; living: ReadonlySet<string> },
): Judged {
  const by_id = new Map(shifts.map((shift) => [shift.id, shift]))
  const are_undone = new Set(undone.map(({ id }) => id))
  const judged: Judged = { returning: [], leaving: [], reverting: [], kept: [] }
  for (const one of assignments) {
    const shift = by_id.get(one.shift_id)
    const is_of_shift = shift?.kind === 'removed'
    const why = shift?.reason === 'gone' ? 'gone' : one.is_back ? 'changed' : undefined
    if (one.kind === 'changed' && shift?.kind !== 'same') continue
    if (shift?.kind === 'created') {
      // They stay or go with the shift.
      if (are_undone.has(one.shift_id)) judged.leaving.push(one)
    } else if (one.kind === 'added' || one.kind === 'changed') {
      const going = one.kind === 'added' ? judged.leaving : judged.reverting
      if (one.is_untouched) going.push(one)
      else if (one.exists) judged.kept.push({ id: one.id, reason: 'changed', notice: placeOf(one) })
    } else if (is_of_shift ? are_undone.has(one.shift_id) : why === undefined) {
      if (living.has(one.person_id)) judged.returning.push(one)
    } else if (why && !is_of_shift) judged.kept.push({ id: one.id, reason: why, notice: placeOf(one) })
  }
  return judged
}

type Time = {
  person_id: string
  shift_id: string
  start_dt: string
  end_dt: string
  /** Set if the assignment comes back. */
  assignment_id?: string
}

type Candidates = Pick<Judged, 'returning' | 'leaving'> & {
  undone: readonly ShiftOfBatch[]
  shifts: readonly ShiftOfBatch[]
  overlaps: readonly Overlap[]
}

/**
 * D14: returns the ids of the shifts that cannot become what they were, and of the assignments that cannot come back,
 * because a person has another shift at that time since. Conflicts from before the batch come back with it.
 */
async function findClashing(
  tx: OrgTx,
  { undone, shifts, returning, leaving, overlaps }: Candidates,
): Promise<ReadonlySet<string>> {
  const by_id = new Map(shifts.map((shift) => [shift.id, shift]))
  const reset = new Set(undone.flatMap(({ id, kind }) => (kind === 'updated' ? id : [])))
  const present = await listPresentTimes(tx, { reset, returning, leaving })
  const known = new Set([...overlaps, ...findConflicts(present).map(overlapOf)].map(keyOf))
  const are_present = new Set(present.map(placeOf))
  const coming = returning.flatMap(({ id, shift_id, person_id, status }): Time[] => {
    const shift = by_id.get(shift_id)
    return shift && occupiesTime(status) && !are_present.has(placeOf({ shift_id, person_id }))
      ? [{ ...timesOf(shift), person_id, shift_id, assignment_id: id }]
      : []
  })

  const clashing = new Set<string>()
  for (;;) {
    const found = findConflicts([
      ...present.map((time) => {
        const before = reset.has(time.shift_id) && !clashing.has(time.shift_id) && by_id.get(time.shift_id)
        return before ? { ...time, ...timesOf(before) } : time
      }),
      ...coming.filter(({ assignment_id = '' }) => !clashing.has(assignment_id)),
    ]).filter((conflict) => !known.has(keyOf(overlapOf(conflict))))
    if (found.length === 0) return clashing
    for (const [one, other] of found) {
      const shift_id = reset.has(one.shift_id) ? one.shift_id : other.shift_id
      clashing.add(one.assignment_id ?? other.assignment_id ?? shift_id)
    }
  }
}

const timesOf = ({ start_dt, end_dt }: ShiftOfBatch) => ({ start_dt, end_dt })

async function listPresentTimes(
  tx: OrgTx,
  { reset, returning, leaving }: Pick<Judged, 'returning' | 'leaving'> & { reset: ReadonlySet<string> },
): Promise<Time[]> {
  const people = new Set(returning.map(({ person_id }) => person_id))
  const times = [
    ...(await listTimesOfPeopleOn(tx, [...reset])),
    ...(await listTimesOfPeople(tx, [...people])),
  ]
  const once = new Map(times.map((time) => [placeOf(time), time]))
  for (const one of leaving) once.delete(placeOf(one))
  return [...once.values()]
}

/** D12: returns the ids of the assignments whose place was taken since. A shift that was overfilled may be so again. */
async function findCrowded(
  tx: OrgTx,
  id: string,
  returning: readonly AssignmentOfBatch[],
): Promise<ReadonlySet<string>> {
  const confirmed = returning.filter(({ status }) => holdsPlace(status))
  const places = await listPlacesOfBatch(
    tx,
    id,
    confirmed.map(({ shift_id }) => shift_id),
  )
  return new Set(
    confirmed.flatMap((one) => {
      const of_shift = places.get(one.shift_id)
      if (!of_shift) return []
      if (of_shift.taken >= Math.max(of_shift.required_qty, of_shift.taken_before)) return one.id
      of_shift.taken += 1
      return []
    }),
  )
}
