import type { newRole, Role, roleChange } from '@muster/contract/events'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { changedFields, recordAction } from '../../db/record-action.ts'
import { role } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Attempt, createdId, oncePerKey } from '../../http/idempotency.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { refuseAtLimit } from '../../http/refuse-at-limit.ts'
import { announceEvent } from '../../live/announce.ts'
import { holdEvent, insertRole, listRoles, lockRole, updateRole } from './queries.ts'

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
      const added = await insertRole(tx, { ...given, id: newId(), event_id })
      announceEvent(tx, event_id)
      await recordAction(tx, { action: 'role.added', at: now(), event_id, role_id: added.id })
      return added
    })
    return getRole(await listRoles(tx, { event_id }), id)
  })
}

export function changeRole(
  { db, now }: Deps,
  org: OrgId,
  { event_id, id }: { event_id: string; id: string },
  { version, ...change }: RoleChange,
): Promise<Role> {
  return db.transaction(org, async (tx) => {
    const before = await lockRole(tx, event_id, id)
    if (!before) throw notFound('role_not_found')
    if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')
    await updateRole(tx, id, change)
    announceEvent(tx, event_id)
    const fields = changedFields(before, change)
    await recordAction(tx, { action: 'role.changed', at: now(), event_id, role_id: id, fields })
    return getRole(await listRoles(tx, { event_id }), id)
  })
}

function getRole(roles: readonly Role[], id: string): Role {
  const found = roles.find((each) => each.id === id)
  if (!found) throw notFound('role_not_found')
  return found
}
