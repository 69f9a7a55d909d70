import type { newShift, Shift, shiftChange } from '@muster/contract/shifts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { refuseAtLimit } from '../../access/refuse-at-limit.ts'
import type { Config } from '../../config.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeopleOfShifts, lockShifts } from '../../db/lock.ts'
import { changedFields, recordAction, subjectsOfShift } from '../../db/record-action.ts'
import { reminderDue } from '../../db/reminder-due.ts'
import { shift } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueChanged } from '../../outbox/enqueue-notices.ts'
import { listPlans } from '../../outbox/plans.ts'
import { afterPlacesReleased, updateAfterMove } from '../assignments/places.ts'
import { moveWithoutConflict } from './move-without-conflict.ts'
import { holdRole, insertShift, updateShift } from './queries.ts'
import { readShift } from './read-shifts.ts'

type NewShift = z.output<typeof newShift>
type ShiftChange = z.output<typeof shiftChange>

export function addShift(
  { db, keys, config, now }: Deps,
  org: OrgId,
  given: NewShift,
  attempt?: Attempt,
): Promise<Shift> {
  return db.transaction(org, async (tx) => {
    const created = await oncePerKey(tx, attempt, createdId, async () => {
      const role = await holdRole(tx, given.role_id)
      if (role?.event_id !== given.event_id) throw notFound('role_not_found')
      refuseBackwards(given)
      await refuseFullEvent(tx, given.event_id, config)

      const id = newId()
      await insertShift(tx, { ...given, id }, now())
      announceShifts(tx, [{ id, event_id: given.event_id }])
      await recordAction(tx, { action: 'shift.added', at: now(), ...subjectsOfShift({ ...given, id }) })
      return { id }
    })
    return readShift(tx, keys, created.id)
  })
}

export function changeShift(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
  { version, ...change }: ShiftChange,
): Promise<Shift> {
  return db.transaction(org, async (tx) => {
    const newRole = change.role_id && (await holdRole(tx, change.role_id))
    const [before] = await lockShifts(tx, [id])
    if (!before) throw notFound('shift_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')

    const {
      event_id = before.event_id,
      start_dt = before.start_dt,
      end_dt = before.end_dt,
      required_qty = before.required_qty,
    } = change
    const role_id = change.role_id ?? before.role_id
    const role = change.role_id ? newRole : before
    if (!role || role.event_id !== event_id) throw notFound('role_not_found')
    refuseBackwards({ start_dt, end_dt })
    if (event_id !== before.event_id) await refuseFullEvent(tx, event_id, config)

    const hasNewTimes = start_dt !== before.start_dt || end_dt !== before.end_dt
    const isMoved = hasNewTimes || role_id !== before.role_id
    if (isMoved) await lockPeopleOfShifts(tx, [id])
    const plans = await listPlans(tx, [id])
    // D25: times that were edited are meant.
    const save = () =>
      updateShift(tx, id, {
        ...change,
        ...(hasNewTimes && { meant_times: null }),
        ...((start_dt !== before.start_dt || event_id !== before.event_id) && {
          reminder_due_at: reminderDue({ event_id, start_dt }, now()),
        }),
      })
    await (hasNewTimes ? moveWithoutConflict(tx, [id], save) : save())
    if (isMoved) {
      await updateAfterMove(tx, [before], { notify, now: now() })
      if (notify) await enqueueChanged(tx, plans, { now: now(), config })
    }

    const changed = event_id === before.event_id ? [before] : [before, { id, event_id }]
    if (required_qty > before.required_qty) afterPlacesReleased(tx, changed)
    else announceShifts(tx, changed)
    const subjects = subjectsOfShift({ ...before, role_id, event_id })
    const fields = changedFields(before, change)
    await recordAction(tx, { action: 'shift.changed', at: now(), ...subjects, fields })
    return readShift(tx, keys, id)
  })
}

const refuseFullEvent = (tx: OrgTx, event_id: string, { limits }: Pick<Config, 'limits'>) =>
  refuseAtLimit(tx, {
    table: shift,
    where: eq(shift.event_id, event_id),
    limit: limits.shifts_per_event,
    sentence: 'limit_of_shifts',
  })

function refuseBackwards({ start_dt, end_dt }: { start_dt: string; end_dt: string }): void {
  if (Date.parse(end_dt) <= Date.parse(start_dt)) throw invalid('end_dt', 'not_after_start')
}
