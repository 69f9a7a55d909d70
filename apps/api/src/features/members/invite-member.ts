import type { Language } from '@muster/contract/language'
import type { MemberInvitation } from '@muster/contract/members'
import { foldAddress } from '@muster/contract/rules/fold'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { invitationDays, type MemberRole } from '@muster/contract/rules/member-role'
import { type Attempt, createdId, oncePerKey } from '../../access/idempotency.ts'
import { countSharedIn } from '../../access/rate-limit.ts'
import type { OrgId, OrgTx, Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockMembers } from '../../db/lock.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden, notFound, tooMany } from '../../edge/refusal.ts'
import { toPersonName } from '../../mail/text.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { tellOwner } from '../../outbox/tell-owner.ts'
import { refuseEnded } from '../session/refuse-ended.ts'
import { readInvitation } from './list-members.ts'
import {
  getOrganization,
  type InvitationRow,
  insertInvitation,
  isMemberByEmail,
  listAccounts,
  listOwnerIds,
  lockOpenInvitation,
  updateInvitation,
} from './queries.ts'
import { refuseUnknownRoles } from './refuse-unknown-roles.ts'

/** Limit of one organisation: each invitation is an e-mail to an address that did not ask for it. */
const PER_ORGANIZATION = { name: 'member-invitations', hits: 50, window_s: 24 * 60 * 60 }
/** Limit of one inviting account, in all its organisations. */
const PER_ACCOUNT = { name: 'member-invitations-account', hits: 100, window_s: 24 * 60 * 60 }
/** Limit of one invited address, from all organisations. */
const PER_EMAIL = { name: 'member-invitations-address', hits: 10, window_s: 24 * 60 * 60 }

type Inviter = { user_id: string; session_id: string; email: string }
type Chosen = { role: MemberRole; lead_role_ids?: readonly string[] | undefined }
type NewInvitation = Chosen & { email: string; language: Language }

// The system role is used, because the e-mail belongs to no organisation (D27): every statement names the
// organisation.

/**
 * M2. Replaces an open invitation to the address. Refuses with `organization_forbidden`, `already_member`,
 * `role_not_found`.
 */
export function inviteMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { inviter, email, language, ...chosen }: NewInvitation & { inviter: Inviter },
  attempt?: Attempt,
): Promise<MemberInvitation> {
  const folded = foldAddress(email)
  return db.system(async (tx) => {
    const created = await oncePerKey(within(tx, org), attempt, createdId, async () => {
      await lockMembers(tx, org)
      await refuseFormerOwner(tx, org, inviter)
      if (await isMemberByEmail(tx, org, folded)) throw conflict('already_member')
      // Locked before the counts, as in `resendInvitation`: in another order two calls could wait for each other.
      const open = await lockOpenInvitation(tx, org, { email: folded })
      await countInvitation(tx, org, inviter, now())
      const role = await roleFields(tx, org, chosen)
      const sent = { ...role, language, ...sending(inviter, now()) }
      const is_sent = await countAddress(tx, folded, now())
      const row = open
        ? await updateInvitation(tx, open, { ...sent, ...nextLink(open, is_sent) })
        : await insertInvitation(tx, { organization_id: org, id: newId(), email: folded, ...sent })
      if (is_sent) await enqueueInvitation(tx, row, inviter)
      if (row.role === 'owner') await tellInviter(tx, row, { user_id: inviter.user_id, at: now() })
      await record(tx, row, 'sent', now())
      return row
    })
    return readInvitation(tx, await getOpenInvitation(tx, org, created.id), now())
  })
}

/** Sends the link again. If a new link is sent, the earlier one becomes void. */
export function resendInvitation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { id, inviter }: { id: string; inviter: Inviter },
  attempt?: Attempt,
): Promise<MemberInvitation> {
  return db.system(async (tx) => {
    const created = await oncePerKey(within(tx, org), attempt, createdId, async () => {
      const open = await getOpenInvitation(tx, org, id)
      await refuseFormerOwner(tx, org, inviter)
      await countInvitation(tx, org, inviter, now())
      const is_sent = await countAddress(tx, open.email, now())
      const row = await updateInvitation(tx, open, {
        ...sending(inviter, now()),
        ...nextLink(open, is_sent),
      })
      if (is_sent) await enqueueInvitation(tx, row, inviter)
      await record(tx, row, 'sent_again', now())
      return row
    })
    return readInvitation(tx, await getOpenInvitation(tx, org, created.id), now())
  })
}

export function changeInvitation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { id, inviter, ...chosen }: Chosen & { id: string; inviter: Inviter },
): Promise<MemberInvitation> {
  return db.system(async (tx) => {
    const open = await getOpenInvitation(tx, org, id)
    await refuseFormerOwner(tx, org, inviter)
    const row = await updateInvitation(tx, open, await roleFields(tx, org, chosen))
    if (row.role === 'owner') await tellInviter(tx, row, { user_id: inviter.user_id, at: now() })
    await record(tx, row, 'changed', now(), ['role'])
    return readInvitation(tx, row, now())
  })
}

export function withdrawInvitation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  id: string,
): Promise<void> {
  return db.system(async (tx) => {
    const open = await getOpenInvitation(tx, org, id)
    await record(tx, await updateInvitation(tx, open, { withdrawn_at: now() }), 'withdrawn', now())
  })
}

const tellInviter = (
  tx: Tx,
  { organization_id }: InvitationRow,
  { user_id, at }: { user_id: string; at: string },
) => tellOwner(tx, user_id, { change: 'owner_invited', at, organization_id })

/** The inviter may have lost the role, or the organisation may have ended, while this call waited for the members. */
async function refuseFormerOwner(tx: Tx, org: OrgId, { user_id, session_id }: Inviter): Promise<void> {
  await refuseEnded(tx, session_id)
  if (!(await listOwnerIds(within(tx, org))).includes(user_id)) throw forbidden('organization_forbidden')
}

async function getOpenInvitation(tx: Tx, org: OrgId, id: string): Promise<InvitationRow> {
  await lockMembers(tx, org)
  const open = await lockOpenInvitation(tx, org, { id })
  if (!open) throw notFound('member_invitation_not_found')
  return open
}

async function roleFields(tx: Tx, org: OrgId, { role, lead_role_ids = [] }: Chosen) {
  const leads = role === 'leader' ? await refuseUnknownRoles(tx, org, lead_role_ids) : []
  return { role, lead_role_ids: leads.map(({ id }) => id) }
}

function sending({ user_id }: Inviter, now: string) {
  const expires_at = addMs(now, invitationDays * DAY_MS)
  return { invited_by: user_id, sent_at: now, expires_at }
}

/** Keeps the former link valid if none is sent: strangers could otherwise void it by inviting the address often. */
const nextLink = ({ round }: InvitationRow, is_sent: boolean) => (is_sent ? { round: round + 1 } : {})

async function enqueueInvitation(
  tx: Tx,
  { id, organization_id, email, role, language, round, expires_at }: InvitationRow,
  inviter: Inviter,
): Promise<void> {
  const { name: organization, time_zone } = await getOrganization(tx, organization_id)
  const [account] = await listAccounts(tx, [inviter.user_id])
  // The address is shown too: anybody can choose any name.
  const invited_by = account?.name ? `${toPersonName(account.name)} (${inviter.email})` : inviter.email
  const payload = { invitation_id: id, round, organization, role, invited_by, expires_at, time_zone }
  await enqueueAccountEmail(tx, {
    user: { id: null, email },
    language,
    content: { template: 'member_invitation', payload },
  })
}

/**
 * Returns whether an e-mail is sent. The answer is the same: a refusal would show that others have invited the
 * address.
 */
async function countAddress(tx: Tx, email: string, now: string): Promise<boolean> {
  return (await countSharedIn(tx, now, { ...PER_EMAIL, of: email })).over === 0
}

async function countInvitation(tx: Tx, org: OrgId, { user_id }: Inviter, now: string): Promise<void> {
  const of_organization = await countSharedIn(tx, now, { ...PER_ORGANIZATION, of: org })
  if (of_organization.over > 0) throw tooMany('daily_cap_reached', of_organization.retry_after)
  const of_account = await countSharedIn(tx, now, { ...PER_ACCOUNT, of: user_id })
  if (of_account.over > 0) throw tooMany('daily_cap_reached', of_account.retry_after, 'cap_of_account')
}

function record(
  tx: Tx,
  { organization_id, id }: InvitationRow,
  done: 'sent' | 'sent_again' | 'changed' | 'withdrawn',
  at: string,
  fields: string[] = [],
): Promise<void> {
  return recordActionOf(tx, organization_id, {
    action: `member_invitation.${done}`,
    at,
    invitation_id: id,
    fields,
  })
}

const within = (tx: Tx, org: OrgId): OrgTx => Object.assign(tx, { org })
