import { isFull } from '@muster/contract/rules/capacity'
import { answerDeadline, isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import { isInLine } from '@muster/contract/rules/waiting-list'
import type { WaitingPlace } from '@muster/contract/waiting-list'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import type { PersonRow, ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { calendarUid } from '../../mail/calendar.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { signId, verifySignedId } from '../../signing/signed-id.ts'
import { confirmAssignment, insertConfirmed } from '../assignments/places.ts'
import { refuseConfirmedConflict } from '../assignments/refusals.ts'
import { refuseToQueue } from './join-waiting-list.ts'
import {
  findShownPlace,
  findWaiting,
  readPlaces,
  type ShownPlace,
  updateWaiting,
  type WaitingRow,
} from './queries.ts'

/** Throws 404 `link_invalid`. */
export function getWaitingPlace(deps: Deps, token: string): Promise<WaitingPlace> {
  return openPlace(deps, token, async (_tx, shown) => toPlace(deps, shown))
}

/**
 * D44. Refuses as `getWaitingPlace`, with `shift_started`; to take it with `not_offered`, `shift_full`, `schedule_conflict`;
 * to wait again with `waiting_list_off`, `place_free`, `waiting_list_full`.
 */
export function changeWaitingPlace(
  deps: Deps,
  token: string,
  status: 'TAKEN' | 'LEFT' | 'WAITING',
): Promise<WaitingPlace> {
  return openPlace(deps, token, async (tx, shown) => {
    const now = deps.now()
    const [[shift], [person], place] = await Promise.all([
      lockShifts(tx, [shown.shift.id]),
      lockPeople(tx, [shown.person.id]),
      findWaiting(tx, shown.id),
    ])
    if (!shift || !person || !place) throw notFound('link_invalid')
    if (status === 'TAKEN') await take(tx, { shift, person, place, shown, now })
    if (status === 'LEFT' && isInLine(place.status)) await updateWaiting(tx, [place.id], { status })
    if (status === 'WAITING' && !isInLine(place.status) && place.status !== 'TAKEN') {
      await refuseToQueue(tx, shift, now)
      await updateWaiting(tx, [place.id], { status, queued_at: now })
    }
    announceShifts(tx, [shift])
    const changed = await findShownPlace(tx, shown.id)
    if (!changed) throw notFound('link_invalid')
    return toPlace(deps, changed)
  })
}

type Taking = { shift: ShiftRow; person: PersonRow; place: WaitingRow; shown: ShownPlace; now: string }

async function take(tx: OrgTx, { shift, person, place, shown, now }: Taking): Promise<void> {
  // A second press of the button.
  if (place.status === 'TAKEN') return
  if (hasStarted(shift, now)) throw conflict('shift_started')
  if (place.status !== 'OFFERED') throw conflict('not_offered')
  const { confirmed } = await readPlaces(tx, shift.id)
  // An administrator may have lowered the quantity since.
  if (isFull(shift.required_qty, confirmed)) throw conflict('shift_full')
  await refuseConfirmedConflict(tx, { shift, person })

  const accepted = {
    responded_at: now,
    other_phone: place.other_phone,
    terms_version: place.terms_version,
    terms_accepted_at: place.terms_accepted_at,
  }
  const id = shown.assignment?.id ?? newId()
  if (shown.assignment) await confirmAssignment(tx, id, accepted)
  else {
    const role_name = shown.shift.role.name
    await insertConfirmed(tx, {
      ...accepted,
      id,
      shift_id: shift.id,
      person_id: person.id,
      ...answerDeadline(now, shift),
      calendar_uid: calendarUid(id, { start_dt: shift.start_dt, role_name }),
    })
  }
  await updateWaiting(tx, [place.id], { status: 'TAKEN' })
  await enqueueConfirmation(tx, { assignment_ids: [id], now })
}

async function openPlace<T>(
  { db, keys, now, findOrganization }: Deps,
  token: string,
  work: (tx: OrgTx, shown: ShownPlace) => Promise<T>,
): Promise<T> {
  const id = verifySignedId(keys, token, 'waiting')
  const org = id && (await findOrganization.ofWaiting(id))
  if (!org) throw notFound('link_invalid')
  return db.preparedTransaction(org, async (tx) => {
    const shown = await findShownPlace(tx, id)
    if (!shown || isExpired(linkCloses(shown.shift.end_dt), now())) throw notFound('link_invalid')
    return work(tx, shown)
  })
}

function toPlace({ keys }: Pick<Deps, 'keys'>, { assignment, ...shown }: ShownPlace): WaitingPlace {
  const link =
    shown.status === 'TAKEN' && assignment ? signId(keys, { purpose: 'personal_link', ...assignment }) : null
  return { ...shown, link }
}
