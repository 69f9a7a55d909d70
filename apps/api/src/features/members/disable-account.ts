import { isLastOwner } from '@muster/contract/rules/member-role'
import type { Tx } from '../../db/client.ts'
import { lockMembers } from '../../db/lock.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { updateDisabledAt } from '../session/account-queries.ts'
import { endSessionsOf } from '../session/queries.ts'
import { listEnabledOwnerIds, listOrganizationsOf } from './queries.ts'

type Disabled = {
  /** False when the account was disabled before. */
  is_changed: boolean
  sessions: number
  /** Names of the organisations that have no other owner. If there are any, nothing is done unless it is forced. */
  without_owner: string[]
}

/** M1, K1: for the operator. The API keys of the account stop with it, because an owner answers for each of them. */
export async function disableAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { user_id, is_forced }: { user_id: string; is_forced: boolean },
): Promise<Disabled> {
  return db.system(async (tx) => {
    const organizations = await lockOrganizations(tx, user_id)
    const without_owner: string[] = []
    for (const { id, name } of organizations)
      if (isLastOwner(await listEnabledOwnerIds(tx, id), user_id)) without_owner.push(name)
    if (without_owner.length > 0 && !is_forced) return { is_changed: false, sessions: 0, without_owner }

    const is_changed = await updateDisabledAt(tx, user_id, now())
    const ended = await endSessionsOf(tx, user_id, { because: 'operator', now: now() })
    if (is_changed) {
      for (const { id } of organizations)
        await recordActionOf(tx, id, { action: 'member.disabled', at: now(), user_id })
    }
    return { is_changed, sessions: ended.length, without_owner }
  })
}

/** Returns false when the account is not disabled. */
export async function enableAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user_id: string,
): Promise<boolean> {
  return db.system(async (tx) => {
    const organizations = await lockOrganizations(tx, user_id)
    if (!(await updateDisabledAt(tx, user_id, null))) return false
    for (const { id } of organizations)
      await recordActionOf(tx, id, { action: 'member.enabled', at: now(), user_id })
    return true
  })
}

/** Locks the organisations in the order of their ids. */
export async function lockOrganizations(tx: Tx, user_id: string) {
  const organizations = await listOrganizationsOf(tx, user_id)
  for (const { id } of organizations) await lockMembers(tx, id)
  return organizations
}
