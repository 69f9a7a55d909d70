import type { newEvent } from '@muster/contract/events'
import type { z } from 'zod'
import { limitReached } from '../../access/refuse-at-limit.ts'
import type { Config } from '../../config.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { type Done, recordActions, subjectsOfShift } from '../../db/record-action.ts'
import { insertShifts } from '../shifts/queries.ts'
import { insertRoles } from './queries.ts'

type Plan = { event_id: string; roles: NonNullable<z.output<typeof newEvent>['roles']> }
type Deps = { config: Pick<Config, 'limits'>; now: string }

/** Adds the roles and shifts that a new event begins with (D47). Refuses with `limit_reached`. */
export async function addPlan(tx: OrgTx, { event_id, roles: planned }: Plan, { config, now }: Deps) {
  const roles = planned.map(({ name, shifts = [] }) => ({ id: newId(), event_id, name, shifts }))
  const shifts = roles.flatMap((role) =>
    role.shifts.map((shift) => ({ ...shift, id: newId(), event_id, role_id: role.id })),
  )
  const { roles_per_event, shifts_per_event } = config.limits
  if (roles.length > roles_per_event) throw limitReached(roles_per_event, 'limit_of_roles')
  if (shifts.length > shifts_per_event) throw limitReached(shifts_per_event, 'limit_of_shifts')

  await insertRoles(
    tx,
    roles.map(({ id, name }) => ({ id, event_id, name })),
  )
  await insertShifts(tx, shifts, now)
  const of_call = { at: now, batch_id: newId(), event_id }
  await recordActions(tx, [
    { action: 'event.added', ...of_call },
    ...roles.map(({ id: role_id }): Done => ({ action: 'role.added', ...of_call, role_id })),
    ...shifts.map((shift): Done => ({ action: 'shift.added', ...of_call, ...subjectsOfShift(shift) })),
  ])
}
