import { isSenderWaiting } from '@muster/contract/rules/sms-sender'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { listChosenSenders, updateApprovedSender } from './queries.ts'

export async function listWaitingSenders({ db }: Pick<Deps, 'db'>) {
  return (await db.system(listChosenSenders)).filter(isSenderWaiting)
}

/** Returns false when the organisation has chosen another sender. */
export function approveSender(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  chosen: { organization_id: string; sms_sender: string },
): Promise<boolean> {
  return db.system(async (tx) => {
    if (!(await updateApprovedSender(tx, chosen))) return false
    const fields = ['approved_sms_sender']
    await recordActionOf(tx, chosen.organization_id, { action: 'organization.changed', at: now(), fields })
    return true
  })
}
