import type { Language } from '@muster/contract/language'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { answerDeadline } from '@muster/contract/rules/invite-expiry'
import { isOver } from '@muster/contract/rules/shift-phase'
import { findConfirmedConflict } from '@muster/contract/rules/time-conflict'
import { readPhone } from '@muster/contract/rules/valid-phone'
import { type SignedUp, signedUp, type signupBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import type { z } from 'zod'
import type { OrgId } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { replayOf, storeAnswer } from '../../http/idempotency.ts'
import { conflict, invalid, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { calendarUid } from '../../mail/calendar.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { signId } from '../../signing/signed-id.ts'
import { confirmAssignment, insertConfirmed } from '../assignments/places.ts'
import { toPublicShift } from '../events/public-shifts.ts'
import { openFindStoredAnswer } from './find-answers.ts'
import { type FullShifts, openFullShifts } from './full-shifts.ts'
import {
  findOrInsertPerson,
  type LockedPerson,
  listAnswers,
  readSignUpFacts,
  type SignUpFacts,
  type Visitor,
} from './queries.ts'
import { openShiftQueue } from './shift-queue.ts'

type Request = {
  shift_id: string
  key: string | undefined
  body: z.output<typeof signupBody>
  language: Language | undefined
}

/** D11–D16. Refuses with `shift_not_found`, `idempotency_key_reused`, `shift_over`, `shift_full`, `already_signed_up`,
 * `schedule_conflict`, in this order. */
export function openSignUp(deps: Deps): (org: OrgId, request: Request) => Promise<SignedUp> {
  const full_shifts = openFullShifts(deps)
  const findStoredAnswer = openFindStoredAnswer(deps)
  const inTurn = openShiftQueue()

  return async (org, request) => {
    const visitor = readVisitor(request.body)
    if (full_shifts.has(request.shift_id)) return refuseFull(org, request)
    return inTurn(request.shift_id, () =>
      full_shifts.has(request.shift_id)
        ? refuseFull(org, request)
        : takePlace(deps, org, { ...request, visitor, full_shifts }),
    )
  }

  /** Without a lock (D13, D15). A repeated call still gets its answer. */
  async function refuseFull(org: OrgId, { shift_id, key, body }: Request): Promise<SignedUp> {
    const replay = key && replayOf(await findStoredAnswer(org, shift_id, key), body)
    if (!replay) throw conflict('shift_full')
    return signedUp.parse(replay)
  }
}

type SignUpOptions = Request & { visitor: Visitor; full_shifts: FullShifts }

/** Four round trips: lock and key, person and facts, writes, commit. Nothing is rendered under the locks. */
async function takePlace(
  deps: Deps,
  org: OrgId,
  { shift_id, key, body, language, visitor, full_shifts }: SignUpOptions,
): Promise<SignedUp> {
  const outcome = await deps.db.preparedTransaction(org, async (tx) => {
    const now = deps.now()
    const [[shift], stored] = await Promise.all([
      lockShifts(tx, [shift_id]),
      key === undefined ? undefined : listAnswers(tx, { shift_id, keys: [key] }),
    ])
    if (!shift) throw notFound('shift_not_found')
    const replay = key && replayOf(stored?.get(key), body)
    if (replay) return signedUp.parse(replay)
    if (isOver(shift, now)) throw conflict('shift_over')

    const [person, { confirmed, own, role_name, public_names }] = await Promise.all([
      findOrInsertPerson(tx, visitor, language),
      readSignUpFacts(tx, { shift_id, visitor }),
    ])
    if (isFull(shift.required_qty, confirmed.length)) {
      full_shifts.mark(shift)
      throw conflict('shift_full')
    }
    const before = own.find((assignment) => assignment.shift_id === shift_id)
    if (before && isSignedUp(before.status)) {
      await enqueueLinkAgain(tx, { assignment_id: before.assignment_id, now })
      return 'already_signed_up'
    }
    if (findConfirmedConflict(shift, own)) throw conflict('schedule_conflict')

    const accepted = {
      responded_at: now,
      other_phone: person.phone === visitor.phone ? null : visitor.phone,
      terms_version: body.terms_version ?? terms.version,
      terms_accepted_at: now,
    }
    const assignment_id = before?.assignment_id ?? newId()
    const answer = {
      assignment_id,
      shift: toPublicShift(
        { ...shift, confirmed: insertName(confirmed, assignment_id, person) },
        public_names,
      ),
      calendar_url: calendarUrl(deps, assignment_id),
    }
    announceShifts(tx, [shift])
    await Promise.all([
      before
        ? confirmAssignment(tx, assignment_id, accepted)
        : insertConfirmed(tx, {
            ...accepted,
            id: assignment_id,
            shift_id,
            person_id: person.id,
            ...answerDeadline(now, shift),
            calendar_uid: calendarUid(assignment_id, { start_dt: shift.start_dt, role_name }),
          }),
      enqueueConfirmation(tx, { assignment_id, now }),
      storeAnswer(tx, { scope_id: shift_id, key, body }, answer),
    ])
    return answer
  })
  // Refused after the commit of the enqueued link.
  if (outcome === 'already_signed_up') throw conflict(outcome)
  return outcome
}

/** The form sends the number with its country code (D23). */
function readVisitor({ first_name, last_name, email, phone }: Request['body']): Visitor {
  const number = readPhone(phone)
  if (!number) throw invalid('phone', /^(\+|00)/.test(phone) ? 'not_phone' : 'not_international')
  return { first_name, last_name, email, phone: number }
}

function insertName(
  confirmed: SignUpFacts['confirmed'],
  assignment_id: string,
  { first_name, last_name }: LockedPerson,
): SignUpFacts['confirmed'] {
  const person = { person_id: assignment_id, first_name, last_name, is_erased: false }
  return [...confirmed, person].toSorted((a, b) => (a.person_id < b.person_id ? -1 : 1))
}

/** Shows public data only; it does not open the assignment (D26). */
function calendarUrl({ config, keys }: Deps, assignment_id: string): string {
  return `${config.public_api_url}/calendar/${signId(keys, { purpose: 'calendar', id: assignment_id, round: 1 })}.ics`
}
