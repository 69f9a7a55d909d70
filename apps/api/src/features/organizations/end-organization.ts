import { cleanLine } from '@muster/contract/rules/text'
import type { OrgId, Tx } from '../../db/client.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden } from '../../edge/refusal.ts'
import { announce } from '../../live/announce.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { endWithMembers, lockToEnd } from './ending-queries.ts'
import { findMember } from './queries.ts'

type Ending = { name: string; user_id: string }

/**
 * D24: for an owner. Throws `organization_name_differs`, `organization_forbidden`. A
 * second call that waited for the first changes nothing.
 */
export function endOrganization(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { name, user_id }: Ending,
): Promise<void> {
  return db.system(async (tx) => {
    const found = await lockToEnd(tx, org)
    if (found?.ended_at) return
    const member = await findMember(tx, user_id, org)
    if (!found || member?.role !== 'owner') throw forbidden('organization_forbidden')
    if (!isSameName(name, found.name)) throw conflict('organization_name_differs')
    await endLocked(tx, { organization_id: org, name: found.name, ended_by: user_id, now: now() })
  })
}

/** Ends an organisation locked by `lockToEnd`. The worker cancels its shifts; the nightly job deletes it. */
export async function endLocked(
  tx: Tx,
  {
    organization_id,
    name,
    ended_by,
    now,
  }: { organization_id: string; name: string; ended_by?: string; now: string },
): Promise<{ members: number }> {
  const members = await endWithMembers(tx, organization_id, now)
  for (const { language, ...user } of members) {
    announce(tx, { kind: 'membership', organization_id, user_id: user.id })
    const content = {
      template: 'organization_ended',
      payload: { organization: name, ...(user.id === ended_by && { at: now }) },
    } as const
    await enqueueAccountEmail(tx, { user, language, content })
  }
  await recordActionOf(tx, organization_id, { action: 'organization.ended', at: now })
  return { members: members.length }
}

export function isSameName(typed: string, name: string): boolean {
  return cleanLine(typed) === cleanLine(name)
}
