import type { newRole, Role, roleChange } from '@muster/contract/events'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { refuseAtLimit } from '../../access/refuse-at-limit.ts'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import { changedFields, keptChanges, recordAction } from '../../db/record-action.ts'
import { role } from '../../db/schema.ts'
import { violatedConstraint } from '../../db/violated-constraint.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceEvent } from '../../live/announce.ts'
import { enqueueChanged } from '../../outbox/enqueue-notices.ts'
import { listPlans } from '../../outbox/plans.ts'
import { raiseSequences } from '../assignments/places.ts'
import {
  holdEvent,
  insertRole,
  listRoles,
  listShiftIds,
  lockRole,
  lockRoles,
  updateRole,
  updateRoleOrder,
} from './queries.ts'

type NewRole = z.output<typeof newRole>
type RoleChange = z.output<typeof roleChange>

export function addRole(
  { db, config, now }: Deps,
  org: OrgId,
  { event_id, ...given }: NewRole & { event_id: string },
  attempt?: Attempt,
): Promise<Role> {
  return db.transaction(org, async (tx) => {
    const { id } = await oncePerKey(tx, attempt, createdId, async () => {
      if (!(await holdEvent(tx, event_id))) throw notFound('event_not_found')
      await refuseAtLimit(tx, {
        table: role,
        where: eq(role.event_id, event_id),
        limit: config.limits.roles_per_event,
        sentence: 'limit_of_roles',
      })
      const added = await refuseUnknownTag(insertRole(tx, { ...given, id: newId(), event_id }))
      announceEvent(tx, event_id)
      await recordAction(tx, { action: 'role.added', at: now(), event_id, role_id: added.id })
      return added
    })
    return getRole(await listRoles(tx, { event_id }), id)
  })
}

/** D21: sends notices about a new name or description only if `tells_texts` is set. */
export function changeRole(
  { db, config, now }: Deps,
  org: OrgId,
  { event_id, id, tells_texts }: { event_id: string; id: string; tells_texts: boolean },
  { version, ...change }: RoleChange,
): Promise<Role> {
  return db.transaction(org, async (tx) => {
    const before = await lockRole(tx, event_id, id)
    if (!before) throw notFound('role_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')
    const fields = changedFields(before, change)
    const shift_ids = fields.length > 0 ? await listShiftIds(tx, { role_id: id }) : []
    await lockShifts(tx, shift_ids)
    const plans = tells_texts ? await listPlans(tx, shift_ids) : []
    await refuseUnknownTag(updateRole(tx, id, change))
    await raiseSequences(tx, shift_ids)
    await enqueueChanged(tx, plans, { tells_texts, now: now(), config })
    announceEvent(tx, event_id)
    const changes = keptChanges(before, change, fields)
    await recordAction(tx, { action: 'role.changed', at: now(), event_id, role_id: id, fields, changes })
    return getRole(await listRoles(tx, { event_id }), id)
  })
}

/** All roles are listed in this order. */
export function orderRoles(
  { db, now }: Deps,
  org: OrgId,
  { event_id, role_ids }: { event_id: string; role_ids: readonly string[] },
): Promise<Role[]> {
  return db.transaction(org, async (tx) => {
    if (!(await holdEvent(tx, event_id))) throw notFound('event_not_found')
    await lockRoles(tx, event_id)
    const before = await listRoles(tx, { event_id })
    for (const id of role_ids) getRole(before, id)
    await updateRoleOrder(tx, event_id, role_ids)
    announceEvent(tx, event_id)
    await recordAction(tx, { action: 'event.changed', at: now(), event_id, fields: ['role_ids'] })
    return listRoles(tx, { event_id })
  })
}

/** D53 */
async function refuseUnknownTag<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving
  } catch (error) {
    if (violatedConstraint(error) === 'role_needs_tag') throw invalid('needs_tag', 'not_tag')
    throw error
  }
}

function getRole(roles: readonly Role[], id: string): Role {
  const found = roles.find((each) => each.id === id)
  if (!found) throw notFound('role_not_found')
  return found
}
