import type { Language } from '@muster/contract/language'
import { isFull } from '@muster/contract/rules/capacity'
import { askedAnswers } from '@muster/contract/rules/questions'
import { isOver } from '@muster/contract/rules/shift-phase'
import { overlaps, type TimeWindow } from '@muster/contract/rules/time-conflict'
import type { signupBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import type { z } from 'zod'
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
import { checkAnswers } from '../answers/check-answers.ts'
import { insertAnswers } from '../answers/queries.ts'
import { newRow } from '../assignments/new-row.ts'
import { confirmAssignment, handOver, insertConfirmed } from '../assignments/places.ts'
import { toPublicShift } from '../events/public-shifts.ts'
import { statusBefore } from './correction-key.ts'
import { type Decision, decideSignUp, ownOn } from './decide-sign-up.ts'
import { insertRequests } from './insert-requests.ts'
import { isTooLate } from './is-too-late.ts'
import { findGiver, type Giver, isShownTo, listSignUpShifts, type SignUpShift } from './queries.ts'
import { refuseClosedSignup } from './refuse-closed-signup.ts'
import { answerAgain, answerOf, gone, type Outcome, type Refused, toStored } from './sign-up-answer.ts'
import { deleteNewPeople, findOrInsertPeople, type Guest, type LockedPerson } from './visitor.ts'

/** D58: the link of a place to be taken over. */
export type Swap = { assignment_id: string; swap_id: string; shift_id: string }

/** D58: works until the start of the shift, also when sign-up has not opened yet or is closed. */
const ALWAYS_OPEN = { signup_opens_at: null, signup_closes_at: null, late_signup: false }

export type SignUp = {
  shift_ids: readonly string[]
  /** Event to which the shifts must belong. */
  event_id?: string
  /** Everybody of the form, the contact first. */
  guests: readonly Guest[]
  body: Pick<z.output<typeof signupBody>, 'note' | 'terms_version' | 'k'>
  seen: readonly (TimeWindow & { shift_id: string })[]
  language: Language | undefined
  attempt: Attempt
  onFull?: (shift: SignUpShift) => void
  swap?: Swap
}

type Applicant = Guest & { person: LockedPerson }
type Decided = { shift: SignUpShift; decision: Decision }

/** Takes two round trips: locks and reads, then writes and commit. Renders nothing under the locks. */
export function signUpUnderLocks(deps: Deps, org: OrgId, sign_up: SignUp): Promise<Outcome> {
  const { shift_ids, event_id, guests, body, seen, language, attempt, onFull, swap } = sign_up
  return deps.db.preparedTransaction(org, async (tx) => {
    const now = deps.now()
    const locked = [
      lockShifts(tx, shift_ids),
      claimKey(tx, attempt),
      findOrInsertPeople(tx, guests, () => language),
    ] as const
    // Several people take a statement each. Their places are read once all are locked (D15).
    if (guests.length > 1) await Promise.all(locked)
    const [, stored, applicants, listed, giver] = await Promise.all([
      ...locked,
      listSignUpShifts(tx, { shift_ids, guests }),
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
      return answerAgain(deps, tx, { stored: replay, guests })
    }

    if (giver?.handed_to) throw conflict('place_taken')
    if (giver?.is_pending) throw conflict('swap_pending')
    const shifts = found
      .filter((shift) => event_id === undefined || shift.event_id === event_id)
      .map((shift) => (giver ? { ...shift, ...ALWAYS_OPEN } : shift))
    const [{ questions } = { questions: [] }] = shifts
    // If no shift is found, the answer is 404 and the answers are not checked.
    for (const { answers, path } of shifts.length > 0 ? guests : [])
      checkAnswers(questions, shifts.map(roleOf), answers, path)
    for (const shift of shifts) refuseClosedSignup(shift, now)
    if (hasOverlap(shifts)) throw invalid('shift_ids', 'shifts_overlap')
    const closed = [...new Set(shift_ids)].flatMap((shift_id): Refused[] => {
      const shift = shifts.find(({ id }) => id === shift_id)
      if (!shift) return [gone(shift_id)]
      if (!isTooLate(shift, now)) return []
      return [{ shift_id, code: 'shift_over', ...(!isOver(shift, now) && { sentence: 'shift_begun' }) }]
    })
    const open = shifts.filter((shift) => !isTooLate(shift, now))
    if (open.some(({ is_paused }) => is_paused)) throw conflict('signup_paused')

    const decided = decideEach(open, { applicants, seen, giver })
    for (const { shift, decision } of decided)
      if (decision.kind === 'refused' && isWithoutPlace(shift) && shift.visibility === 'public')
        onFull?.(shift)
    const refused = [...decided.flatMap(refusedOf), ...closed]
    const places = placesOf(deps, decided, { applicants, giver, body, now })
    const taken = decided.flatMap(({ shift, decision }) => (decision.kind === 'taken' ? shift : []))
    const asked = decided.flatMap(({ shift, decision }) =>
      decision.kind === 'requested' ? { shift, people: decision.people } : [],
    )
    if (places.length === 0) {
      // If a place is taken, the confirmation has a link to all of the person's shifts (D13).
      const [known] = decided.flatMap((each) => knownPlace(each, applicants))
      if (!known && asked.length === 0) {
        rollBack(tx)
        return { signed_up: [], requested: [], refused }
      }
      if (known) await enqueueLinkAgain(tx, { assignment_id: known, now })
      // D52: whoever only asks is not in the organisation.
      await deleteNewPeople(
        tx,
        applicants.map(({ person }) => person),
      )
    }
    const request_ids = await insertRequests(tx, { asked, guests, giver, body, language, now })
    const outcome: Outcome = {
      signed_up: places.flatMap(({ answers_as_request, answer, person }) =>
        answers_as_request ? [] : { ...answer, person },
      ),
      requested: decided.flatMap(({ shift, decision }) =>
        isAnsweredAsRequest(decision)
          ? applicants.map((_, person) => ({
              shift: toPublicShift(shift, shift.public_names),
              request_id: request_ids.get(`${shift.id} ${person}`) ?? newId(),
              person,
            }))
          : [],
      ),
      refused,
    }
    if (outcome.signed_up.length + outcome.requested.length === 0) return outcome

    announceShifts(
      tx,
      decided.flatMap(({ shift, decision }) => (decision.kind === 'refused' ? [] : shift)),
    )
    const [first] = places
    if (giver && first)
      await endPlace(tx, giver, { to: first.answer.assignment_id, taken_by: first.first_name, now })
    const idsOf = (isAmong: (person: number) => boolean) =>
      places.flatMap(({ person, answer }) => (isAmong(person) ? answer.assignment_id : []))
    writeLast(tx, [
      ...places.map(({ write }) => write(tx)),
      ...applicants.flatMap(({ person, answers }) =>
        places.length === 0
          ? []
          : insertAnswers(tx, {
              event_id: shifts[0]?.event_id ?? '',
              person_id: person.id,
              answers: askedAnswers(questions, taken.map(roleOf), answers),
              at: now,
            }),
      ),
      enqueueConfirmation(tx, {
        assignment_ids: idsOf((person) => person === 0),
        other_ids: idsOf((person) => person > 0),
        now,
      }),
      storeAnswer(tx, attempt, toStored(outcome, places)),
    ])
    return outcome
  })
}

type Asking = {
  applicants: readonly Applicant[]
  seen: SignUp['seen']
  giver: Giver | undefined
}

/** In the order of the shifts: each that is taken counts for those after it (D50). */
function decideEach(shifts: readonly SignUpShift[], asking: Asking): Decided[] {
  const taken = new Map<string, number>()
  return shifts.map((shift) => {
    const taken_before = taken.get(shift.event_id) ?? 0
    const decision = decideSignUp({ shift, taken_before, ...asking })
    if (decision.kind === 'taken' || decision.kind === 'requested')
      taken.set(shift.event_id, taken_before + 1)
    return { shift, decision }
  })
}

const isAnsweredAsRequest = (decision: Decision): boolean =>
  decision.kind === 'requested' ||
  decision.kind === 'known' ||
  (decision.kind === 'taken' && decision.answers_as_request)

const isWithoutPlace = ({ required_qty, confirmed, on_waiting_list }: SignUpShift) =>
  isFull(required_qty, confirmed.length + on_waiting_list)

function refusedOf({ shift, decision }: Decided): Refused[] {
  if (decision.kind !== 'refused') return []
  const { kind: _, ...refused } = decision
  const { id, start_dt, end_dt } = shift
  return [{ shift_id: id, ...refused, ...(refused.code === 'shift_moved' && { start_dt, end_dt }) }]
}

/** Returns the place that somebody of the form has already, whether they are told so or not (D13, D52). */
function knownPlace({ shift, decision }: Decided, applicants: readonly Applicant[]): string[] {
  const is_known =
    decision.kind === 'known' || (decision.kind === 'refused' && decision.code === 'already_signed_up')
  const applicant = is_known ? applicants[decision.person ?? 0] : undefined
  const before = applicant && ownOn(shift, applicant.person.id)
  return before ? [before.assignment_id] : []
}

type Taking = {
  applicants: readonly Applicant[]
  giver: Giver | undefined
  body: SignUp['body']
  now: string
}

/** The places that are taken, of each shift and person. */
function placesOf(deps: Deps, decided: readonly Decided[], { applicants, giver, body, now }: Taking) {
  return decided.flatMap(({ shift, decision }) => {
    if (decision.kind !== 'taken') return []
    const { answers_as_request } = decision
    const ids = applicants.map(({ person }) => ownOn(shift, person.id)?.assignment_id ?? newId())
    const kept = shift.confirmed.filter(({ person_id }) => person_id !== giver?.id)
    const added = applicants.map(({ person: { first_name, last_name }, is_minor }, at) => ({
      person_id: ids[at] ?? '',
      first_name,
      last_name,
      is_unnamed: is_minor,
    }))
    const confirmed = [...kept, ...added].toSorted(byId)
    return applicants.map(({ person, ...guest }, at) => {
      const { phone, is_minor } = guest
      const id = ids[at] ?? ''
      const before = ownOn(shift, person.id)
      const accepted = {
        responded_at: now,
        other_phone: person.phone === phone ? null : phone,
        note: body.note ?? null,
        is_minor,
        terms_version: body.terms_version ?? terms.version,
        terms_accepted_at: now,
      }
      const row = newRow({ id, shift, role_name: shift.role_name, person_id: person.id, now })
      // D13: an assignment that the person already has becomes CONFIRMED.
      const write = (tx: OrgTx) =>
        before ? confirmAssignment(tx, id, accepted) : insertConfirmed(tx, { ...row, ...accepted })
      const place = {
        assignment_id: id,
        shift_id: shift.id,
        person_id: person.id,
        accepted_at: now,
        before: statusBefore(before),
        version: person.is_new ? 1 : 0,
      }
      const answer = answerOf(deps, { ...place, visitor: guest, done: 0 }, { ...shift, confirmed })
      return { write, answer, answers_as_request, person: at, first_name: person.first_name, place }
    })
  })
}

/** Before the taker's place is written, so that the person of the giver is locked by their e-mail before the assignment. */
export async function endPlace(
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

function hasOverlap(shifts: readonly SignUpShift[]): boolean {
  return shifts.some((one, at) => shifts.slice(at + 1).some((other) => overlaps(one, other)))
}

const roleOf = ({ role_id }: SignUpShift) => role_id
const byId = (a: { person_id: string }, b: { person_id: string }) => (a.person_id < b.person_id ? -1 : 1)
