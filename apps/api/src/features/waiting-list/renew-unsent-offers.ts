import { hasStarted } from '@muster/contract/rules/shift-phase'
import { offerEnds } from '@muster/contract/rules/waiting-list'
import type { OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { announceShifts } from '../../live/announce.ts'
import { listShiftsOfUnsent, listUnsentOffers, setOfferEnds } from '../../outbox/waiting-mails.ts'
import { listWaitingOf, lockWaitingPeople, updateWaiting } from './queries.ts'
import { serveWaitingList } from './serve-waiting-lists.ts'

/**
 * O1: runs before a paused organisation goes on. An offer whose e-mail still waits gets its whole time again, in the
 * row and in the e-mail: it must not lapse before the person could know of it. An offer of a place that is gone is
 * withdrawn instead.
 */
export async function renewUnsentOffers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organization_id: string,
): Promise<void> {
  const shifts = await db.system((tx) => listShiftsOfUnsent(tx, organization_id))
  for (const { org, shift_id } of shifts)
    await db.preparedTransaction(org, (tx) => renewOffers(tx, { shift_id, now: now() }))
}

async function renewOffers(tx: OrgTx, { shift_id, now }: { shift_id: string; now: string }): Promise<void> {
  const [shift] = await lockShifts(tx, [shift_id])
  if (!shift || hasStarted(shift, now)) return
  await lockWaitingPeople(tx, shift_id)
  const list = await listWaitingOf(tx, shift_id)
  const offered = list.flatMap(({ id, status }) => (status === 'OFFERED' ? id : []))
  const unsent = await listUnsentOffers(tx, offered)
  if (unsent.length === 0) return
  const offer_expires_at = offerEnds(shift, list.length - offered.length, now)
  await setOfferEnds(tx, unsent, offer_expires_at)
  await updateWaiting(tx, unsent, { status: 'OFFERED', offer_expires_at })
  announceShifts(tx, [shift])
  await serveWaitingList(tx, { shift_id, now })
}
