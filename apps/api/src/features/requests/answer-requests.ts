import type { ErrorCode } from '@muster/contract/errors'
import { agreedAfterMove, isSameTime } from '@muster/contract/rules/agreed-times'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull, MOST_REQUIRED } from '@muster/contract/rules/capacity'
import { groupBy } from '@muster/contract/rules/group-by'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import { findConfirmedConflict } from '@muster/contract/rules/time-conflict'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation } from '../../outbox/enqueue.ts'
import { enqueueRequestMails } from '../../outbox/request-mails.ts'
import { insertAnswers } from '../answers/queries.ts'
import { newRow } from '../assignments/new-row.ts'
import { askAboutMove, confirmAssignment, insertConfirmed } from '../assignments/places.ts'
import { getRoleOfShift, updateRequired } from '../assignments/queries.ts'
import { ownOf, ownOn } from '../signup/decide-sign-up.ts'
import { findGiverOfRequest, listSignUpShifts, type SignUpShift } from '../signup/queries.ts'
import { endPlace } from '../signup/sign-up-under-locks.ts'
import { deleteNewPeople, findOrInsertPeople, type LockedPerson } from '../signup/visitor.ts'
import { deleteRequests, listShiftsOf, lockRequests, type RequestRow } from './queries.ts'

const approval = z.object({
  approved: z.array(z.string()),
  refused: z.array(z.object({ request_id: z.string(), code: z.custom<ErrorCode>() })),
})
type Approval = z.infer<typeof approval>

type Options = { raise?: boolean | undefined; despite_conflict?: boolean | undefined }

/**
 * D52: approves requests, the oldest first, by D12–D15. Refuses with `request_not_found`. If no request could be
 * approved, refuses with the reason of the first: `shift_over`, `already_signed_up`, `shift_full`, `schedule_conflict`.
 */
export function approveRequests(
  deps: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { request_ids, ...options }: Options & { request_ids: readonly string[] },
  attempt: Attempt,
): Promise<Approval> {
  return deps.db.transaction(org, (tx) =>
    oncePerKey(tx, attempt, approval, async () => {
      const now = deps.now()
      const requests = await lockAsked(tx, request_ids)
      const asking = await findOrInsertPeople(tx, requests, ({ language }) => language)
      const taken: Taken[] = []
      const refused: Approval['refused'] = []
      for (const request of asking) {
        const code = await approve(tx, request, { ...options, now, taken })
        if (code) refused.push({ request_id: request.id, code })
      }
      const [first] = refused
      if (taken.length === 0 && first) throw conflict(first.code)
      // D52: a person who was added for a refused request is deleted again.
      const refusedOnly = asking.filter(
        ({ person }) => !taken.some(({ person_id }) => person_id === person.id),
      )
      await deleteNewPeople(
        tx,
        refusedOnly.map(({ person }) => person),
      )
      await deleteRequests(
        tx,
        taken.map(({ request }) => request.id),
      )
      await enqueueConfirmations(tx, taken, now)
      return { approved: taken.map(({ request }) => request.id), refused }
    }),
  )
}

/** D52. Refuses with `request_not_found`. */
export function denyRequests(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  { request_ids, reason }: { request_ids: readonly string[]; reason?: string | null | undefined },
  attempt: Attempt,
): Promise<void> {
  return db.transaction(org, async (tx) => {
    await oncePerKey(tx, attempt, z.null(), async () => {
      const requests = await lockAsked(tx, request_ids)
      const ids = requests.map(({ id }) => id)
      await enqueueRequestMails(tx, { template: 'request_ended', ids, because: 'denied', reason })
      await deleteRequests(tx, ids)
      for (const shift of new Map(requests.map((request) => [request.shift.id, request.shift])).values())
        await recordAction(tx, { action: 'request.denied', at: clock(), ...subjectsOfShift(shift) })
      return null
    })
  })
}

type Asked = RequestRow & { shift: ShiftRow }

/** Locks the requests after their shifts (D15). One that was answered meanwhile is not found. */
async function lockAsked(tx: OrgTx, ids: readonly string[]): Promise<Asked[]> {
  const of = await listShiftsOf(tx, ids)
  const shifts = await lockShifts(
    tx,
    of.map(({ id }) => id),
  )
  const requests = (await lockRequests(tx, ids)).flatMap((request) => {
    const shift = shifts.find(({ id }) => id === request.shift_id)
    return shift ? [{ ...request, shift }] : []
  })
  if (requests.length < new Set(ids).size) throw notFound('request_not_found')
  announceShifts(tx, shifts)
  return requests
}

type Taken = { request: Asked; assignment_id: string; person_id: string }

/** Returns why it was refused. Reads the shift anew, because an approval before may have taken its last place. */
async function approve(
  tx: OrgTx,
  request: Asked & { person: LockedPerson },
  { raise, despite_conflict, now, taken }: Options & { now: string; taken: Taken[] },
): Promise<ErrorCode | undefined> {
  const { person } = request
  const [shift] = await listSignUpShifts(tx, { shift_ids: [request.shift_id], guests: [request] })
  const giver = request.giver_id ? await findGiverOfRequest(tx, request.giver_id) : undefined
  const places = shift ? shift.confirmed.length + shift.on_waiting_list : 0
  const is_full = !giver && shift !== undefined && isFull(shift.required_qty, places)
  const code = whyNot(shift, {
    person,
    is_full: is_full && !(raise && places < MOST_REQUIRED),
    despite_conflict,
    now,
  })
  if (!shift || code) return code

  const before = ownOn(shift, person.id)
  if (is_full) await updateRequired(tx, shift.id, places + 1)
  const id = before?.assignment_id ?? newId()
  if (giver) await endPlace(tx, giver, { to: id, taken_by: person.first_name, now })
  await takePlace(tx, { id, is_known: before !== undefined, request, shift, person, now })
  await recordAction(tx, {
    action: 'request.approved',
    at: now,
    ...subjectsOfShift(request.shift),
    person_ids: [person.id],
    ...(is_full && {
      fields: ['required_qty'],
      changes: { required_qty: [shift.required_qty, places + 1] },
    }),
  })
  taken.push({ request, assignment_id: id, person_id: person.id })
  return undefined
}

type Approving = {
  person: LockedPerson
  is_full: boolean
  despite_conflict: boolean | undefined
  now: string
}

function whyNot(
  shift: SignUpShift | undefined,
  { person, is_full, despite_conflict, now }: Approving,
): ErrorCode | undefined {
  if (!shift || hasStarted(shift, now)) return 'shift_over'
  const before = ownOn(shift, person.id)
  if (before && isSignedUp(before.status)) return 'already_signed_up'
  if (is_full) return 'shift_full'
  const isBusy = findConfirmedConflict(shift, ownOf(shift, person.id)) !== undefined
  return isBusy && !despite_conflict ? 'schedule_conflict' : undefined
}

type Taking = {
  id: string
  /** D13: the person has this assignment already. */
  is_known: boolean
  request: Asked
  shift: SignUpShift
  person: LockedPerson
  now: string
}

async function takePlace(tx: OrgTx, { id, is_known, request, shift, person, now }: Taking): Promise<void> {
  const accepted = {
    responded_at: now,
    other_phone: person.phone === request.phone ? null : request.phone,
    note: request.note,
    is_minor: request.is_minor,
    terms_version: request.terms_version,
    terms_accepted_at: request.created_at,
  }
  if (is_known) await confirmAssignment(tx, id, accepted)
  else {
    const row = newRow({ id, shift, role_name: shift.role_name, person_id: person.id, now })
    await insertConfirmed(tx, { ...row, ...accepted })
  }
  const { event_id } = shift
  const { answers, created_at } = request
  await insertAnswers(tx, { event_id, person_id: person.id, answers, at: created_at })
  if (isSameTime(request, shift)) return
  const { time_zone } = (await getRoleOfShift(tx, shift.id)).event
  const moved = { from: request, to: shift, time_zone, is_notified: true, now }
  await askAboutMove(tx, id, agreedAfterMove({ agreed: null, asked_again_at: null }, moved))
}

/** D54: one e-mail for all who asked with one form. */
async function enqueueConfirmations(tx: OrgTx, taken: readonly Taken[], now: string): Promise<void> {
  for (const of_form of groupBy(taken, ({ request }) => request.form_id).values()) {
    const [first] = of_form
    const idsOf = (isWanted: (each: Taken) => boolean) =>
      of_form
        .filter(isWanted)
        .toSorted((one, other) => (one.request.shift.start_dt < other.request.shift.start_dt ? -1 : 1))
        .map(({ assignment_id }) => assignment_id)
    await enqueueConfirmation(tx, {
      assignment_ids: idsOf(({ person_id }) => person_id === first?.person_id),
      other_ids: idsOf(({ person_id }) => person_id !== first?.person_id),
      now,
    })
  }
}
