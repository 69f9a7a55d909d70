import type { Language } from '@muster/contract/language'
import { isOver } from '@muster/contract/rules/shift-phase'
import { type SignedUp, signedUp, type signupBody } from '@muster/contract/signup'
import type { z } from 'zod'
import type { OrgId } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { Deps } from '../../deps.ts'
import { replayOf, storeAnswer } from '../../http/idempotency.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { openFindStoredAnswer } from './find-answers.ts'
import { type FullShifts, openFullShifts } from './full-shifts.ts'
import { ownOn, readVisitor, refusePaused, takePlace, whyRefused } from './place.ts'
import { findOrInsertPerson, listAnswers, readSignUpFacts, type Visitor } from './queries.ts'
import { openQueues } from './queues.ts'

type Request = {
  shift_id: string
  key: string | undefined
  body: z.output<typeof signupBody>
  language: Language | undefined
}

/** D11–D16. Refuses with `shift_not_found`, `idempotency_key_reused`, `shift_over`, `signup_paused`, `shift_full`, `already_signed_up`,
 * `schedule_conflict`, in this order. */
export function openSignUp(deps: Deps): (org: OrgId, request: Request) => Promise<SignedUp> {
  const full_shifts = openFullShifts(deps)
  const findStoredAnswer = openFindStoredAnswer(deps)
  const inTurn = openQueues()

  return async (org, request) => {
    const visitor = readVisitor(request.body)
    if (full_shifts.has(request.shift_id)) return refuseFull(org, request)
    const answer = await inTurn(request.shift_id, async () =>
      full_shifts.has(request.shift_id)
        ? undefined
        : signUpUnderLocks(deps, org, { ...request, visitor, full_shifts }),
    )
    // Out of turn: those who find the shift full need not wait for each other.
    return answer ?? refuseFull(org, request)
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
async function signUpUnderLocks(
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

    const [person, facts] = await Promise.all([
      findOrInsertPerson(tx, visitor, language),
      readSignUpFacts(tx, { shift_id, visitor }),
    ])
    refusePaused([facts])
    const refused = whyRefused(shift, facts)
    if (refused === 'shift_full') full_shifts.mark(shift)
    const before = ownOn(shift, facts.own)
    if (refused === 'already_signed_up' && before) {
      await enqueueLinkAgain(tx, { assignment_id: before.assignment_id, now })
      return refused
    }
    if (refused) throw conflict(refused)

    const { answer, write } = takePlace(deps, { shift, facts, person, visitor, body, now })
    announceShifts(tx, [shift])
    await Promise.all([
      write(tx),
      enqueueConfirmation(tx, { assignment_ids: [answer.assignment_id], now }),
      storeAnswer(tx, { scope_id: shift_id, key, body }, answer),
    ])
    return answer
  })
  // Refused after the commit of the enqueued link.
  if (outcome === 'already_signed_up') throw conflict(outcome)
  return outcome
}
