import type { Language } from '@muster/contract/language'
import { isOver, isSignupOver } from '@muster/contract/rules/shift-phase'
import type { SignedUp, signupBody } from '@muster/contract/signup'
import type { z } from 'zod'
import { type OrgId, rollBack, writeLast } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { replayOf, storeAnswer } from '../../http/idempotency.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { shiftMoved } from '../assignments/refusals.ts'
import { openFindStoredAnswer } from './find-answers.ts'
import { type FullShifts, openFullShifts } from './full-shifts.ts'
import { ownOn, readVisitor, refusePaused, takePlace, whyRefused, writePlace } from './place.ts'
import { findOrInsertPerson, findSignUpFacts, insertSignUp, type Visitor } from './queries.ts'
import { openQueues } from './queues.ts'
import { openRosters, type Rosters } from './rosters.ts'
import { omitNames, readNames, storedSignedUp } from './stored-answer.ts'

type Request = {
  shift_id: string
  key: string | undefined
  body: z.output<typeof signupBody>
  language: Language | undefined
}

/**
 * D11–D16. Refuses with `shift_not_found`, `idempotency_key_reused`, `shift_over`, `signup_paused`, `shift_full`,
 * `already_signed_up`, `shift_moved`, `schedule_conflict`, in this order.
 */
export function openSignUp(deps: Deps): (org: OrgId, request: Request) => Promise<SignedUp> {
  const full_shifts = openFullShifts(deps)
  const findStoredAnswer = openFindStoredAnswer(deps)
  const rosters = openRosters(deps)
  const inTurn = openQueues()

  return async (org, request) => {
    const visitor = readVisitor(request.body)
    if (full_shifts.has(request.shift_id)) return refuseFull(org, request)
    const answer = await inTurn(request.shift_id, async () =>
      full_shifts.has(request.shift_id)
        ? undefined
        : signUpUnderLocks(deps, org, { ...request, visitor, full_shifts, rosters }),
    )
    // This runs outside the queue: those who find the shift full need not wait for each other.
    return answer ?? refuseFull(org, request)
  }

  /** Refuses without a lock (D13, D15). A repeated call still gets its answer. */
  async function refuseFull(org: OrgId, { shift_id, key, body }: Request): Promise<SignedUp> {
    const replay = key && replayOf(await findStoredAnswer(org, shift_id, key), body)
    if (!replay) throw conflict('shift_full')
    return replay
  }
}

type SignUpOptions = Request & { visitor: Visitor; full_shifts: FullShifts; rosters: Rosters }

/** Takes two round trips: locks and facts, then writes and commit. Renders nothing under the locks. */
async function signUpUnderLocks(
  deps: Deps,
  org: OrgId,
  { shift_id, key, body, language, visitor, full_shifts, rosters }: SignUpOptions,
): Promise<SignedUp> {
  const roster = rosters.open(shift_id)
  const outcome = await deps.db.preparedTransaction(org, async (tx) => {
    const now = deps.now()
    const [[shift], person, facts] = await Promise.all([
      lockShifts(tx, [shift_id]),
      findOrInsertPerson(tx, visitor, language),
      findSignUpFacts(tx, { shift_id, visitor, key, known: roster.known }),
    ])
    if (!shift || !facts) throw notFound('shift_not_found')
    const replay = facts.stored_answer && replayOf(facts.stored_answer, body)
    if (replay) {
      // Undoes the upsert: the person may have been deleted since the stored answer.
      rollBack(tx)
      const stored = storedSignedUp.parse(replay)
      const addNames = await readNames(tx, [stored])
      return addNames(stored)
    }
    if (isSignupOver(shift, facts, now))
      throw conflict('shift_over', isOver(shift, now) ? {} : { sentence: 'shift_begun' })
    refusePaused([facts])
    const refused = whyRefused(shift, facts, body.seen)
    if (refused === 'shift_full') full_shifts.mark({ ...shift, ...facts })
    const before = ownOn(shift, facts.own)
    if (refused === 'already_signed_up' && before) {
      await enqueueLinkAgain(tx, { assignment_id: before.assignment_id, now })
      return refused
    }
    if (refused === 'shift_moved') throw shiftMoved(shift)
    if (refused) throw conflict(refused)

    const place = takePlace(deps, { shift, facts, person, visitor, body, now })
    const { answer, row, names } = place
    if (row) roster.replace({ ...facts.roster, fingerprint: facts.next_fingerprint, names })
    const attempt = { scope_id: shift_id, key, body }
    announceShifts(tx, [shift])
    writeLast(
      tx,
      row
        ? [insertSignUp(tx, { row, taker: person, facts, attempt, answer, now })]
        : [
            writePlace(tx, place),
            enqueueConfirmation(tx, { assignment_ids: [answer.assignment_id], now }),
            storeAnswer(tx, attempt, omitNames(answer)),
          ],
    )
    return answer
  })
  // Thrown after the commit, which keeps the enqueued link.
  if (outcome === 'already_signed_up') throw conflict(outcome)
  return outcome
}
