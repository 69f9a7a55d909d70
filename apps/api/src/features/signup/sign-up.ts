import { type ErrorCode, refusedShift } from '@muster/contract/errors'
import type { Language } from '@muster/contract/language'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { isOver, isSignupOver } from '@muster/contract/rules/shift-phase'
import { findConfirmedConflict, overlaps, type TimeWindow } from '@muster/contract/rules/time-conflict'
import {
  type SignedUp,
  type SignedUpForSeveral,
  type severalSignupBody,
  type signupBody,
  type swapBody,
} from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { z } from 'zod'
import { type Attempt, claimKey, replayOf, storeAnswer } from '../../access/idempotency.ts'
import { type OrgId, type OrgTx, rollBack, writeLast } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import { recordAction, subjectsOfShift } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueReceipt } from '../../outbox/cancellation-receipts.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { signId } from '../../signing/signed-id.ts'
import { newRow } from '../assignments/new-row.ts'
import { confirmAssignment, handOver, insertConfirmed } from '../assignments/places.ts'
import { isMoved } from '../assignments/refusals.ts'
import { type ShiftReading, toPublicShift } from '../events/public-shifts.ts'
import { createFullShifts } from './full-shifts.ts'
import {
  findGiver,
  type Giver,
  isShownTo,
  listHeldPlaces,
  listSignUpShifts,
  ownOn,
  type SignUpShift,
} from './queries.ts'
import { createQueues } from './queues.ts'
import { refuseClosedSignup } from './refuse-closed-signup.ts'
import { findOrInsertPerson, readVisitor, type Visitor } from './visitor.ts'

type Request<Body extends z.ZodType> = {
  body: z.output<Body>
  language: Language | undefined
  attempt: Attempt
}

/** `sentence` is told to a call for one shift only. */
type Refused = z.infer<typeof storedRefusal> & { sentence?: 'shift_begun' }
type Outcome = { signed_up: SignedUp[]; refused: Refused[] }

/** Signs a person up by D11–D16 and D42. The two endpoints share the work; each reports refusals in its own form. */
export function createSignUp(deps: Deps) {
  const full_shifts = createFullShifts(deps)
  const onFull = full_shifts.mark
  const inTurn = createQueues()

  /**
   * Refuses with `shift_not_found`, `idempotency_key_reused`, `signup_not_open`, `signup_closed`, `shift_over`, `signup_paused`, `shift_full`,
   * `already_signed_up`, `shift_moved`, `schedule_conflict`, in this order.
   */
  async function signUp(
    org: OrgId,
    shift_id: string,
    { body, ...request }: Request<typeof signupBody>,
  ): Promise<SignedUp> {
    const seen = body.seen ? [{ shift_id, ...body.seen }] : []
    const sign_up = { ...request, body, visitor: readVisitor(body), shift_ids: [shift_id], seen, onFull }
    const outcome = full_shifts.has(shift_id)
      ? undefined
      : await inTurn(shift_id, async () =>
          full_shifts.has(shift_id) ? undefined : signUpUnderLocks(deps, org, sign_up),
        )
    // Outside the queue: those who find the shift full need not wait for each other.
    return onlyOf(outcome ?? (await refuseFull(org, shift_id, request.attempt)), shift_id)
  }

  /**
   * Refuses with `event_not_found`, `idempotency_key_reused`, `signup_not_open`, `signup_closed`, `validation`,
   * `signup_paused`, `none_taken`.
   */
  async function signUpForSeveral(
    org: OrgId,
    event_id: string,
    { body, ...request }: Request<typeof severalSignupBody>,
  ): Promise<SignedUpForSeveral> {
    const { shift_ids, seen = [] } = body
    const sign_up = { ...request, body, visitor: readVisitor(body), shift_ids, event_id, seen, onFull }
    const { signed_up, refused } = await inTurn(event_id, () => signUpUnderLocks(deps, org, sign_up))
    const shown = refused.map((each) => refusedShift.parse(each))
    if (signed_up.length === 0) throw conflict('none_taken', { refused: shown })
    return { signed_up, refused: shown }
  }

  /** Refuses without a lock (D13, D15). A repeated call still gets its answer. */
  async function refuseFull(org: OrgId, shift_id: string, { key, body }: Attempt): Promise<Outcome> {
    const stored = key && replayOf(await full_shifts.findAnswer(org, shift_id, key), body)
    if (stored) return deps.db.preparedTransaction(org, (tx) => answerAgain(deps, tx, stored))
    return { signed_up: [], refused: [{ shift_id, code: 'shift_full' }] }
  }

  return { signUp, signUpForSeveral }
}

/**
 * D58: takes the place of a volunteer who hands it over. Refuses with `link_invalid`, `idempotency_key_reused`, `place_taken`,
 * `signup_closed`, `shift_over`, `signup_paused`, `already_signed_up`, `shift_moved`, `schedule_conflict`, in this order.
 */
export async function takeOver(
  deps: Deps,
  org: OrgId,
  swap: Swap,
  { body, ...request }: Request<typeof swapBody>,
): Promise<SignedUp> {
  const { shift_id } = swap
  const seen = body.seen ? [{ shift_id, ...body.seen }] : []
  const sign_up = { ...request, body, visitor: readVisitor(body), shift_ids: [shift_id], seen, swap }
  return onlyOf(await signUpUnderLocks(deps, org, sign_up), shift_id)
}

/** Returns the place on the one shift that was asked for, or throws why it was not taken. */
function onlyOf({ signed_up: [taken], refused }: Outcome, shift_id: string): SignedUp {
  if (taken) return taken
  const [{ shift_id: _, code, ...details } = gone(shift_id)] = refused
  throw code === 'shift_not_found' ? notFound(code) : conflict(code, details)
}

/** D58: the link of a place to be taken over. */
type Swap = { assignment_id: string; swap_id: string; shift_id: string }

/** D58: works until the start of the shift, also when sign-up has not opened yet or is closed. */
const ALWAYS_OPEN = { signup_opens_at: null, signup_closes_at: null, late_signup: false }

type SignUp = {
  shift_ids: readonly string[]
  /** Event to which the shifts must belong. */
  event_id?: string
  visitor: Visitor
  body: Pick<z.output<typeof signupBody>, 'note' | 'terms_version' | 'k'>
  seen: readonly (TimeWindow & { shift_id: string })[]
  language: Language | undefined
  attempt: Attempt
  onFull?: (shift: SignUpShift) => void
  swap?: Swap
}

/** Takes two round trips: locks and reads, then writes and commit. Renders nothing under the locks. */
function signUpUnderLocks(
  deps: Deps,
  org: OrgId,
  { shift_ids, event_id, visitor, body, seen, language, attempt, onFull, swap }: SignUp,
): Promise<Outcome> {
  return deps.db.preparedTransaction(org, async (tx) => {
    const now = deps.now()
    const [, stored, person, listed, giver] = await Promise.all([
      lockShifts(tx, shift_ids),
      claimKey(tx, attempt),
      findOrInsertPerson(tx, visitor, language),
      listSignUpShifts(tx, { shift_ids, visitor }),
      swap && findGiver(tx, swap),
    ])
    if (swap && !giver) throw notFound('link_invalid')
    // D49: shifts of a draft, or only by link, are not found, so that the answer does not reveal them. D58: the link for a
    // replacement shows its shift.
    const found = listed.filter((shift) => shift.published && (swap || isShownTo(shift, body.k)))
    if (listed.some((shift) => shift.event_id === event_id && !shift.published))
      throw notFound('event_not_found')
    // A shift that is gone is not found, whatever is stored (D13).
    const replay = found.length > 0 && replayOf(stored, attempt.body)
    if (replay) {
      // Undoes the upsert: the person may have been deleted since.
      rollBack(tx)
      return answerAgain(deps, tx, replay)
    }

    if (giver?.handed_to) throw conflict('place_taken')
    const shifts = found
      .filter((shift) => event_id === undefined || shift.event_id === event_id)
      .map((shift) => (giver ? { ...shift, ...ALWAYS_OPEN } : shift))
    for (const shift of shifts) refuseClosedSignup(shift, now)
    if (hasOverlap(shifts)) throw invalid('shift_ids', 'shifts_overlap')
    const closed = [...new Set(shift_ids)].flatMap((shift_id): Refused[] => {
      const shift = shifts.find(({ id }) => id === shift_id)
      if (!shift) return [gone(shift_id)]
      if (!isSignupOver(shift, shift, now)) return []
      return [{ shift_id, code: 'shift_over', ...(!isOver(shift, now) && { sentence: 'shift_begun' }) }]
    })
    const open = shifts.filter((shift) => !isSignupOver(shift, shift, now))
    if (open.some(({ is_paused }) => is_paused)) throw conflict('signup_paused')
    const checked = open.map((shift) => ({ shift, code: whyRefused(shift, seen, giver) }))
    const refused = [...checked.flatMap(({ shift, code }) => (code ? refusedOn(shift, code) : [])), ...closed]
    for (const { shift, code } of checked)
      if (code === 'shift_full' && shift.visibility === 'public') onFull?.(shift)
    const free = checked.flatMap(({ shift, code }) => (code ? [] : shift))
    if (free.length === 0) {
      const known = checked.find(({ code }) => code === 'already_signed_up')
      const before = known && ownOn(known.shift)
      // If a place is taken, the confirmation has a link to all of the person's shifts (D13).
      if (before) await enqueueLinkAgain(tx, { assignment_id: before.assignment_id, now })
      else rollBack(tx)
      return { signed_up: [], refused }
    }

    announceShifts(tx, free)
    const accepted = {
      responded_at: now,
      other_phone: person.phone === visitor.phone ? null : visitor.phone,
      note: body.note ?? null,
      terms_version: body.terms_version ?? terms.version,
      terms_accepted_at: now,
    }
    const places = free.map((shift) => {
      const before = ownOn(shift)
      const id = before?.assignment_id ?? newId()
      const row = newRow({ id, shift, role_name: shift.role_name, person_id: person.id, now })
      const write = () =>
        // D13: an assignment that the person already has becomes CONFIRMED.
        before ? confirmAssignment(tx, id, accepted) : insertConfirmed(tx, { ...row, ...accepted })
      const { first_name, last_name } = person
      const others = shift.confirmed.filter(({ person_id }) => person_id !== giver?.id)
      const confirmed = [...others, { person_id: id, first_name, last_name, is_erased: false }]
      return { write, answer: answerOf(deps, id, { ...shift, confirmed: confirmed.toSorted(byId) }) }
    })
    const signed_up = places.map(({ answer }) => answer)
    const [first] = signed_up
    if (giver && first)
      await endPlace(tx, giver, { to: first.assignment_id, taken_by: person.first_name, now })
    writeLast(tx, [
      ...places.map(({ write }) => write()),
      enqueueConfirmation(tx, { assignment_ids: signed_up.map(({ assignment_id }) => assignment_id), now }),
      storeAnswer(tx, attempt, {
        places: signed_up.map(({ assignment_id, shift }) => ({ assignment_id, shift_id: shift.id })),
        refused,
      }),
    ])
    return { signed_up, refused }
  })
}

/** Checks in the order of D13; a free place belongs to those in line (D44), one that is handed over to the taker (D58). The shift and the person must be locked. */
function whyRefused(
  shift: SignUpShift,
  seen: SignUp['seen'],
  giver: Giver | undefined,
): 'shift_full' | 'already_signed_up' | 'shift_moved' | 'schedule_conflict' | undefined {
  const taken = shift.confirmed.length + shift.on_waiting_list
  if (!giver && isFull(shift.required_qty, taken)) return 'shift_full'
  const before = ownOn(shift)
  if (before && isSignedUp(before.status)) return 'already_signed_up'
  const shown = seen.find(({ shift_id }) => shift_id === shift.id)
  if (isMoved(shift, shown)) return 'shift_moved'
  return findConfirmedConflict(shift, shift.own) && 'schedule_conflict'
}

/** Before the taker's place is written, so that the person of the giver is locked by their e-mail before the assignment. */
async function endPlace(
  tx: OrgTx,
  giver: Giver,
  { to, taken_by, now }: { to: string; taken_by: string; now: string },
): Promise<void> {
  const { id, person_id, shift } = giver
  await enqueueReceipt(tx, { id, person_id, taken_by }, now)
  await handOver(tx, { id, to, now })
  await recordAction(tx, {
    action: 'assignment.handed_over',
    at: now,
    ...subjectsOfShift(shift),
    person_ids: [person_id],
  })
}

const storedRefusal = refusedShift.extend({ code: z.custom<ErrorCode>() })

/** Stored under the idempotency key. It contains ids only: names would outlive an erasure (D33). */
const storedOutcome = z.object({
  places: z.array(z.object({ assignment_id: z.string(), shift_id: z.string() })),
  refused: z.array(storedRefusal),
})

/** D16: writes the answer to a repeated call from the present rows. A lost place is reported as `shift_not_found`. */
async function answerAgain(deps: Deps, tx: OrgTx, stored: unknown): Promise<Outcome> {
  const { places, refused } = storedOutcome.parse(stored)
  const held = await listHeldPlaces(
    tx,
    places.map(({ assignment_id }) => assignment_id),
  )
  const lost = places.filter(({ shift_id }) => held.every(({ id }) => id !== shift_id))
  return {
    signed_up: held.map(({ assignment_id, ...shift }) => answerOf(deps, assignment_id, shift)),
    refused: [...refused, ...lost.map(({ shift_id }) => gone(shift_id))],
  }
}

/** The calendar file shows public data only and does not open the assignment (D26). */
function answerOf(
  { config, keys }: Deps,
  assignment_id: string,
  shift: ShiftReading & Pick<SignUpShift, 'public_names'>,
): SignedUp {
  const file = signId(keys, { purpose: 'calendar', id: assignment_id, round: 1 })
  return {
    assignment_id,
    shift: toPublicShift(shift, shift.public_names),
    calendar_url: `${config.public_api_url}/calendar/${file}.ics`,
  }
}

const gone = (shift_id: string): Refused => ({ shift_id, code: 'shift_not_found' })

function refusedOn({ id, start_dt, end_dt }: SignUpShift, code: Refused['code']): Refused {
  return { shift_id: id, code, ...(code === 'shift_moved' && { start_dt, end_dt }) }
}

function hasOverlap(shifts: readonly SignUpShift[]): boolean {
  return shifts.some((one, at) => shifts.slice(at + 1).some((other) => overlaps(one, other)))
}

const byId = (a: { person_id: string }, b: { person_id: string }) => (a.person_id < b.person_id ? -1 : 1)
