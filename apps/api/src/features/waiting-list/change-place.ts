import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { isExpired, linkCloses } from '@muster/contract/rules/invite-expiry'
import type { LogAction } from '@muster/contract/rules/log-action'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import { isOnWaitingList } from '@muster/contract/rules/waiting-list'
import type { WaitingPlace } from '@muster/contract/waiting-list'
import { actAs } from '../../db/actor.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockPeople, lockShifts } from '../../db/lock.ts'
import { findMergedLink } from '../../db/merged-link.ts'
import type { ShownOrganization } from '../../db/public-organization.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { PersonRow, ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { isSigned, readSignedId, signId } from '../../signing/signed-id.ts'
import { newRow } from '../assignments/new-row.ts'
import { confirmAssignment, insertConfirmed } from '../assignments/places.ts'
import { refuseConfirmedConflict, refuseMoved, refuseTooMany } from '../assignments/refusals.ts'
import { findShownPlace, type ShownPlace } from './find-shown-place.ts'
import { refuseToQueue } from './join-waiting-list.ts'
import { findWaiting, readPlaces, updateWaiting, type WaitingRow } from './queries.ts'

/** Throws 404 `link_invalid`. */
export function getWaitingPlace(deps: Deps, token: string): Promise<WaitingPlace> {
  return openPlace(deps, token, async (_tx, shown) => toPlace(deps, shown))
}

/** For the preview of the link. Throws 404 `link_invalid`. */
export function findPlaceOrganization(deps: Deps, token: string): Promise<ShownOrganization> {
  return openPlace(deps, token, async (_tx, { organization }) => organization)
}

/**
 * D44. Refuses as `getWaitingPlace` does, with `shift_started`; to take it with `not_offered`, `shift_full`,
 * `shift_moved`, `too_many_shifts`, `schedule_conflict`; to wait again with `waiting_list_off`, `place_free`, `waiting_list_full`.
 */
export function changeWaitingPlace(
  deps: Deps,
  token: string,
  { status, seen }: { status: 'TAKEN' | 'LEFT' | 'WAITING'; seen?: TimeWindow | undefined },
): Promise<WaitingPlace> {
  return openPlace(deps, token, async (tx, { shift: { id: shift_id }, person: { id: person_id }, id }) => {
    const now = deps.now()
    const [[shift], [person], place, shown] = await Promise.all([
      lockShifts(tx, [shift_id]),
      lockPeople(tx, [person_id]),
      findWaiting(tx, id),
      findShownPlace(tx, id),
    ])
    if (!shift || !person || !place || !shown) throw notFound('link_invalid')
    const record = (action: LogAction) =>
      recordAction(tx, { action, at: now, ...subjectsOfShift(shift), person_ids: [person_id] })
    if (status === 'TAKEN' && (await take(tx, { shift, person, place, shown, seen, now })))
      await record('waiting.taken')
    if (status === 'LEFT' && (isOnWaitingList(place.status) || place.status === 'ASKED')) {
      await updateWaiting(tx, [id], { status })
      await record('waiting.left')
    }
    if (status === 'WAITING' && !isOnWaitingList(place.status) && !hasPlace(shown)) {
      await refuseToQueue(tx, shift, now)
      refuseMoved(shift, seen)
      await updateWaiting(tx, [id], { status, queued_at: now })
      await record('waiting.joined')
    }
    announceShifts(tx, [shift])
    const changed = await findShownPlace(tx, id)
    if (!changed) throw notFound('link_invalid')
    return toPlace(deps, changed)
  })
}

const hasPlace = ({ assignment }: ShownPlace) => assignment !== null && isSignedUp(assignment.status)

type Taking = {
  shift: ShiftRow
  person: PersonRow
  place: WaitingRow
  shown: ShownPlace
  seen: TimeWindow | undefined
  now: string
}

/** Returns false for somebody who has the place already. */
async function take(tx: OrgTx, { shift, person, place, shown, seen, now }: Taking): Promise<boolean> {
  // The button was pressed twice, or the person got a place in another way.
  if (hasPlace(shown)) {
    await updateWaiting(tx, [place.id], { status: 'TAKEN' })
    return false
  }
  if (hasStarted(shift, now)) throw conflict('shift_started')
  if (place.status !== 'OFFERED') throw conflict('not_offered')
  const { confirmed } = await readPlaces(tx, shift.id)
  // An administrator may have lowered the quantity since.
  if (isFull(shift.required_qty, confirmed)) throw conflict('shift_full')
  refuseMoved(shift, seen)
  await refuseTooMany(tx, { shift, person })
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
    await insertConfirmed(tx, {
      ...newRow({ id, shift, role_name: shown.shift.role.name, person_id: person.id, now }),
      ...accepted,
    })
  }
  await updateWaiting(tx, [place.id], { status: 'TAKEN' })
  await enqueueConfirmation(tx, { assignment_ids: [id], now })
  return true
}

async function openPlace<T>(
  { db, keys, now, findOrganization }: Deps,
  token: string,
  work: (tx: OrgTx, shown: ShownPlace) => Promise<T>,
): Promise<T> {
  const id = readSignedId(token)
  const org = id && (await findOrganization.ofWaiting(id))
  if (!org) throw notFound('link_invalid')
  return actAs({ kind: 'link' }, () =>
    db.preparedTransaction(org, async (tx) => {
      const { shown, round } = await findPlace(tx, id)
      if (!shown || isExpired(linkCloses(shown.shift.end_dt), now())) throw notFound('link_invalid')
      if (!isSigned(keys, token, { purpose: 'waiting', id, round })) throw notFound('link_invalid')
      return work(tx, shown)
    }),
  )
}

/** `round`: the one that signs the link. D60: that of a place that went away leads to the one that stayed. */
async function findPlace(tx: OrgTx, id: string): Promise<{ shown?: ShownPlace | undefined; round: number }> {
  const shown = await findShownPlace(tx, id)
  if (shown) return { shown, round: shown.round }
  const merged = await findMergedLink(tx, id)
  const left = merged && (await findShownPlace(tx, merged.leads_to))
  return left?.round === merged?.leads_to_round ? { shown: left, round: merged?.round ?? 0 } : { round: 0 }
}

/**
 * Shows `TAKEN` to a person who has a place on the shift, however they got it, and `LAPSED` once the shift has started,
 * even before the worker ends their wait, which a pause delays (O1). Has no personal link: the confirmation has it, and
 * this link may have been passed on.
 */
function toPlace({ config, keys, now }: Deps, found: ShownPlace): WaitingPlace {
  const shown = { ...found, calendar_url: null }
  const ended = { ...shown, place: null, is_offer_withdrawn: false, offer_expires_at: null }
  const { status, assignment } = shown
  if (assignment && hasPlace(shown)) {
    // D26: public data only.
    const file = signId(keys, { purpose: 'calendar', id: assignment.id, round: 1 })
    return { ...ended, status: 'TAKEN', calendar_url: `${config.public_api_url}/calendar/${file}.ics` }
  }
  if (isOnWaitingList(status) && hasStarted(shown.shift, now())) return { ...ended, status: 'LAPSED' }
  return { ...shown, status: status === 'TAKEN' ? 'LEFT' : status }
}
