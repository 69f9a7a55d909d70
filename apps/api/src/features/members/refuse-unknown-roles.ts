import type { LedRole } from '@muster/contract/members'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../edge/refusal.ts'
import { holdLedRoles } from './queries.ts'

/** Throws 404 `role_not_found` if one does not belong to the organisation. */
export async function refuseUnknownRoles(
  tx: Tx,
  organization_id: string,
  role_ids: readonly string[],
): Promise<LedRole[]> {
  const roles = await holdLedRoles(tx, organization_id, role_ids)
  if (roles.length !== new Set(role_ids).size) throw notFound('role_not_found')
  return roles
}
