import { isFull } from '@muster/contract/rules/capacity'
import type { ShownContacts } from '@muster/contract/rules/member-role'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import { isOnWaitingList, offerEnds } from '@muster/contract/rules/waiting-list'
import type { WaitingPerson } from '@muster/contract/waiting-list'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import {
  findShift,
  findWaiting,
  listWaitingOf,
  lockWaitingPeople,
  readPlaces,
  updateWaiting,
  type WaitingRow,
} from './queries.ts'
import { offer } from './serve-waiting-lists.ts'

/** Throws 404 `shift_not_found`. */
export function listWaiting(
  { db }: Deps,
  org: OrgId,
  { shift_id, contacts }: { shift_id: string; contacts: ShownContacts },
): Promise<WaitingPerson[]> {
  return db.transaction(org, async (tx) => {
    if (!(await findShift(tx, shift_id))) throw notFound('shift_not_found')
    const list = await readWaitingList(tx, shift_id)
    // M1: such members must not see phone numbers.
    return contacts === 'none'
      ? list.map(({ person, ...place }) => ({ ...place, person: { ...person, phone: null } }))
      : list
  })
}

/**
 * D44. `instead_of`: the place in line whose offer is withdrawn when no other place is free. Refuses with
 * `waiting_not_found`, `shift_started`, `shift_full`.
 */
export function offerPlace(
  { db, now: clock }: Deps,
  org: OrgId,
  { id, instead_of }: { id: string; instead_of?: string | undefined },
): Promise<WaitingPerson> {
  return db.transaction(org, async (tx) => {
    const now = clock()
    const { shift, place } = await lockPlace(tx, id)
    if (place.status === 'WAITING') {
      if (hasStarted(shift, now)) throw conflict('shift_started')
      const [list, { confirmed }] = await Promise.all([listWaitingOf(tx, shift.id), readPlaces(tx, shift.id)])
      if (list.find((each) => each.id === id)?.is_confirmed) throw notFound('waiting_not_found')
      const offered = list.filter(({ status }) => status === 'OFFERED')
      const held = confirmed + offered.length
      if (isFull(shift.required_qty, held)) {
        const former = offered.find((each) => each.id === instead_of)
        if (!former || isFull(shift.required_qty, held - 1)) throw conflict('shift_full')
        await updateWaiting(tx, [former.id], { status: 'WAITING' })
        await record(tx, 'waiting.withdrawn', { shift, place: former, now })
      }
      await offer(tx, shift, [{ id, offer_expires_at: offerEnds(shift, list.length - offered.length, now) }])
      await record(tx, 'waiting.offered', { shift, place, now })
    }
    const person = (await readWaitingList(tx, shift.id)).find((each) => each.id === id)
    if (!person) throw notFound('waiting_not_found')
    return person
  })
}

/** Throws 404 `waiting_not_found`. */
export function removeWaiting({ db, now }: Deps, org: OrgId, id: string): Promise<void> {
  return db.transaction(org, async (tx) => {
    const { shift, place } = await lockPlace(tx, id)
    await updateWaiting(tx, [id], { status: 'LEFT' })
    await record(tx, 'waiting.removed', { shift, place, now: now() })
    announceShifts(tx, [shift])
  })
}

async function lockPlace(tx: OrgTx, id: string): Promise<{ shift: ShiftRow; place: WaitingRow }> {
  const unlocked = await findWaiting(tx, id)
  const [shift] = unlocked ? await lockShifts(tx, [unlocked.shift_id]) : []
  if (shift) await lockWaitingPeople(tx, shift.id)
  const place = shift && (await findWaiting(tx, id))
  if (!place || !isOnWaitingList(place.status)) throw notFound('waiting_not_found')
  return { shift, place }
}

function record(
  tx: OrgTx,
  action: 'waiting.offered' | 'waiting.withdrawn' | 'waiting.removed',
  { shift, place, now }: { shift: ShiftRow; place: Pick<WaitingRow, 'person_id'>; now: string },
): Promise<void> {
  return recordAction(tx, {
    action,
    at: now,
    ...subjectsOfShift(shift),
    person_ids: [place.person_id],
  })
}

async function readWaitingList(tx: OrgTx, shift_id: string): Promise<WaitingPerson[]> {
  return (await listWaitingOf(tx, shift_id)).map(
    ({ id, status, offer_expires_at, queued_at, person_id, first_name, last_name, phone }) => ({
      id,
      status,
      offer_expires_at,
      queued_at,
      person: { id: person_id, first_name, last_name, phone },
    }),
  )
}
