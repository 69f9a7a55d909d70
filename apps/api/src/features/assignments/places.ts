import { isFull } from '@muster/contract/rules/capacity'
import { findConfirmedConflict, findConflict } from '@muster/contract/rules/time-conflict'
import type { OrgTx } from '../../db/client.ts'
import type { LockedAssignment } from '../../db/lock.ts'
import { conflict } from '../../http/refusal.ts'
import { countConfirmed, listTimesOfPeople } from './queries.ts'
import { scheduleConflict } from './refusals.ts'

/** D12. The shift must be locked. */
export async function refuseFull(tx: OrgTx, shift: { id: string; required_qty: number }): Promise<void> {
  if (isFull(shift.required_qty, await countConfirmed(tx, shift.id))) throw conflict('shift_full')
}

/** D14, said to an administrator. Shift and person must be locked. */
export async function refuseBusy(tx: OrgTx, { shift, person }: LockedAssignment): Promise<void> {
  if (findConflict(shift, await listTimesOfPeople(tx, [person.id]))) throw scheduleConflict(person)
}

/** D14, said to a volunteer. Shift and person must be locked. */
export async function refuseTaken(tx: OrgTx, { shift, person }: LockedAssignment): Promise<void> {
  if (findConfirmedConflict(shift, await listTimesOfPeople(tx, [person.id])))
    throw conflict('schedule_conflict')
}
