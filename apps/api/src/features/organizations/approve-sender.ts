import { approvalOf, senderStateOf, wantedSender } from '@muster/contract/rules/sms-sender'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { listUnapprovedSenders, lockSenders, updateApproval } from './queries.ts'

export async function listWaitingSenders({ db }: Pick<Deps, 'db'>) {
  const found = await db.system(listUnapprovedSenders)
  return found
    .filter((each) => senderStateOf(each) === 'waiting')
    .map((each) => ({ id: each.id, name: each.name, sender: wantedSender(each) }))
}

/** Approves the sender that the organisation wants. Returns `other` if it wants another one by now. */
export function approveSender(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { organization_id, sender }: { organization_id: string; sender: string },
): Promise<'approved' | 'denied' | 'other'> {
  return db.system(async (tx) => {
    const organization = await lockSenders(tx, organization_id)
    if (!organization || wantedSender(organization) !== sender) return 'other'
    if (senderStateOf(organization) === 'denied') return 'denied'
    const approval = approvalOf(organization)
    await updateApproval(tx, organization_id, approval)
    const fields = Object.keys(approval)
    await recordActionOf(tx, organization_id, { action: 'organization.changed', at: now(), fields })
    return 'approved'
  })
}
