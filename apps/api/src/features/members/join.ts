import { foldAddress } from '@muster/contract/rules/fold'
import { memberInvitationState } from '@muster/contract/rules/member-role'
import type { Identity } from '../../access/access.ts'
import { takeTry } from '../../access/rate-limit.ts'
import { actAs } from '../../db/actor.ts'
import type { Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../../edge/refusal.ts'
import { announce } from '../../live/announce.ts'
import { isSigned, readSignedId } from '../../signing/signed-id.ts'
import { findAccountByEmail, insertAccount, lockAccount } from '../session/account-queries.ts'
import { checkNewPassword } from '../session/check-new-password.ts'
import { hashPassword } from '../session/passwords.ts'
import {
  findInvitation,
  holdLedRoles,
  type InvitationRow,
  insertMember,
  lockInvitation,
  replaceLeads,
  updateInvitation,
} from './queries.ts'

type Opened = { token: string; ip: string }

export async function openInvitation(deps: Deps, { token, ip }: Opened) {
  await limitLinks(deps, ip)
  return deps.db.system(async (tx) => {
    const found = await findInvitation(tx, getId(token))
    const { email, role } = getUsable(deps, token, found?.invitation)
    const has_account = (await findAccountByEmail(tx, email)) !== undefined
    return { organization: { name: found?.organization.name ?? '' }, email, role, has_account }
  })
}

/** M2. Refuses with `account_exists`, `password_too_long`, `password_weak` and the refusals of the link. */
export async function joinWithNewAccount(
  deps: Deps,
  { token, ip, password }: Opened & { password: string },
): Promise<void> {
  const { email } = await openInvitation(deps, { token, ip })
  const problem = checkNewPassword(password, email)
  if (problem) throw badRequest(problem === 'too_long' ? 'password_too_long' : 'password_weak')
  const password_hash = await hashPassword(password)
  const user_id = newId()
  await actAs({ kind: 'account', id: user_id }, () =>
    deps.db.system(async (tx) => {
      const invitation = getUsable(deps, token, await lockInvitation(tx, getId(token)))
      const account = { id: user_id, email: invitation.email, password_hash, language: invitation.language }
      if (!(await insertAccount(tx, account))) throw conflict('account_exists')
      await accept(tx, invitation, { user_id, now: deps.now() })
    }),
  )
}

/** Requires that the account has the invited address: a forwarded link is then worthless to others. */
export async function joinWithAccount(
  deps: Deps,
  { user_id, email }: Identity,
  { token, ip }: Opened,
): Promise<string> {
  await limitLinks(deps, ip)
  return deps.db.system(async (tx) => {
    const invitation = getUsable(deps, token, await lockInvitation(tx, getId(token)))
    if (foldAddress(email) !== invitation.email) throw forbidden('member_link_not_yours')
    // The account may have been deleted while this call waited.
    if (!(await lockAccount(tx, user_id))) throw unauthorized('session_invalid')
    await accept(tx, invitation, { user_id, now: deps.now() })
    return invitation.organization_id
  })
}

async function accept(
  tx: Tx,
  invitation: InvitationRow,
  { user_id, now }: { user_id: string; now: string },
): Promise<void> {
  const { organization_id, id, role, lead_role_ids } = invitation
  await updateInvitation(tx, invitation, { used_at: now })
  if (!(await insertMember(tx, { organization_id, user_id, role }))) return
  const leads = await holdLedRoles(tx, organization_id, lead_role_ids)
  await replaceLeads(
    tx,
    { organization_id, user_id },
    leads.map((each) => each.id),
  )
  await recordActionOf(tx, organization_id, {
    action: 'member.joined',
    at: now,
    user_id,
    invitation_id: id,
  })
  announce(tx, { kind: 'membership', organization_id, user_id })
}

/** Returns the id, which is NOT verified. */
function getId(token: string): string {
  const id = readSignedId(token)
  if (id === undefined) throw notFound('member_link_invalid')
  return id
}

/** Refuses an older link like one that never was: its round differs. */
function getUsable({ keys, now }: Deps, token: string, row: InvitationRow | undefined): InvitationRow {
  if (!row || !isSigned(keys, token, { purpose: 'member_invitation', id: row.id, round: row.round }))
    throw notFound('member_link_invalid')
  if (row.used_at !== null) throw forbidden('member_link_used')
  if (row.withdrawn_at !== null) throw forbidden('member_link_withdrawn')
  if (memberInvitationState(row, now()) === 'expired') throw forbidden('member_link_expired')
  return row
}

async function limitLinks(deps: Deps, ip: string): Promise<void> {
  await takeTry(deps, { name: 'member-link-address', ip })
}
