import { hasStarted } from '@muster/contract/rules/shift-phase'
import { changesOfWaitingList } from '@muster/contract/rules/waiting-list'
import type { OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueWaiting } from '../../outbox/waiting-mails.ts'
import {
  getZone,
  listShiftsToServe,
  listWaitingOf,
  lockWaitingPeople,
  readPlaces,
  updateWaiting,
} from './queries.ts'

/** Maximum number of shifts in one run. Shifts that fail are not counted: they must not delay the others. */
const MOST_SHIFTS = 1_000

/**
 * D44: offers free places to those in line, ends what has lapsed, and withdraws offers of places that are gone. A
 * place that is free while people wait is kept from others (`listSignUpShifts`), so nothing is lost while no worker
 * runs. Returns how many offers were made.
 */
export async function serveWaitingLists(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  stopping?: AbortSignal,
  most = MOST_SHIFTS,
): Promise<number> {
  const due = await db.system((tx) => listShiftsToServe(tx, now()))
  let served = 0
  let offers = 0
  for (const { organization_id, shift_id } of due) {
    if (stopping?.aborted || served >= most) break
    try {
      offers += await db.preparedTransaction(organization_id, (tx) =>
        serveWaitingList(tx, { shift_id, now: now() }),
      )
      served += 1
    } catch (error) {
      // The run goes on; this shift is tried again in the next run.
      log.error({ err: error, shift_id }, 'the line of a shift could not be served')
    }
  }
  return offers
}

/** Returns how many offers were made. */
export async function serveWaitingList(
  tx: OrgTx,
  { shift_id, now }: { shift_id: string; now: string },
): Promise<number> {
  const [shift] = await lockShifts(tx, [shift_id])
  if (!shift) return 0
  await lockWaitingPeople(tx, shift_id)
  const [list, places, time_zone] = await Promise.all([
    listWaitingOf(tx, shift_id),
    readPlaces(tx, shift_id),
    getZone(tx, shift),
  ])
  const changes = changesOfWaitingList({ shift: { ...shift, time_zone }, ...places, list, now })
  if (changes.length === 0) return 0
  for (const status of ['TAKEN', 'LAPSED', 'WAITING'] as const) {
    await updateWaiting(
      tx,
      changes.flatMap((change) => (change.status === status ? change.id : [])),
      { status },
    )
  }
  const lapsed = changes.flatMap(({ id, status }) => (status === 'LAPSED' ? id : []))
  const unanswered = list.filter(({ id, is_undeliverable }) => lapsed.includes(id) && !is_undeliverable)
  // When the shift begins, nobody needs to hear of its line.
  if (!hasStarted(shift, now))
    await enqueueWaiting(
      tx,
      'offer_lapsed',
      unanswered.map(({ id }) => id),
    )
  const offers = changes.flatMap((change) => (change.status === 'OFFERED' ? change : []))
  await offer(tx, shift, offers)
  return offers.length
}

/** Offers places. The shift and the people in line must be locked. All offers end at the same time. */
export async function offer(
  tx: OrgTx,
  shift: ShiftRow,
  offers: readonly { id: string; offer_expires_at: string }[],
): Promise<void> {
  const [first] = offers
  const ids = offers.map(({ id }) => id)
  if (first) await updateWaiting(tx, ids, { status: 'OFFERED', offer_expires_at: first.offer_expires_at })
  await enqueueWaiting(tx, 'place_offered', ids)
  announceShifts(tx, [shift])
}
