import { isSenderWaiting } from '@muster/contract/rules/sms-sender'
import type { Deps } from '../../deps.ts'
import { listChosenSenders, updateApprovedSender } from './queries.ts'

export async function listWaitingSenders({ db }: Pick<Deps, 'db'>) {
  return (await db.system(listChosenSenders)).filter(isSenderWaiting)
}

/** False when the organisation's chosen sender is another one. */
export function approveSender(
  { db }: Pick<Deps, 'db'>,
  chosen: { organization_id: string; sms_sender: string },
): Promise<boolean> {
  return db.system((tx) => updateApprovedSender(tx, chosen))
}
