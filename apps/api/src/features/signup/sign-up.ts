import { refusedShift } from '@muster/contract/errors'
import type {
  Requested,
  SignedUp,
  SignedUpForSeveral,
  severalSignupBody,
  signupBody,
  swapBody,
} from '@muster/contract/signup'
import type { z } from 'zod'
import { replayOf } from '../../access/idempotency.ts'
import type { OrgId } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { createFullShifts } from './full-shifts.ts'
import { createQueues } from './queues.ts'
import { answerAgain, gone, type Outcome } from './sign-up-answer.ts'
import { type SignUp, type Swap, signUpUnderLocks } from './sign-up-under-locks.ts'
import { readGuests } from './visitor.ts'

type Request<Body extends z.ZodType> = Pick<SignUp, 'language' | 'attempt'> & { body: z.output<Body> }

/** D52: 202 says that an organizer answers. */
type Answer = { status: 201; body: SignedUp } | { status: 202; body: Requested }

/** Signs people up by D11–D16, D42, D50 and D52–D54. The two endpoints share the work; each reports refusals in its own form. */
export function createSignUp(deps: Deps) {
  const full_shifts = createFullShifts(deps)
  const onFull = full_shifts.mark
  const inTurn = createQueues()

  /**
   * Refuses with `shift_not_found`, `idempotency_key_reused`, `signup_not_open`, `signup_closed`, `shift_over`, `signup_paused`, `shift_full`,
   * `already_signed_up`, `shift_moved`, `too_many_shifts`, `schedule_conflict`, in this order.
   */
  async function signUp(
    org: OrgId,
    shift_id: string,
    { body, ...request }: Request<typeof signupBody>,
  ): Promise<Answer> {
    const seen = body.seen ? [{ shift_id, ...body.seen }] : []
    const sign_up = { ...request, body, guests: readGuests(body), shift_ids: [shift_id], seen, onFull }
    const outcome = full_shifts.has(shift_id)
      ? undefined
      : await inTurn(shift_id, async () =>
          full_shifts.has(shift_id) ? undefined : signUpUnderLocks(deps, org, sign_up),
        )
    // Outside the queue: those who find the shift full need not wait for each other.
    return onlyOf(outcome ?? (await refuseFull(org, shift_id, sign_up)), shift_id)
  }

  /**
   * Refuses with `event_not_found`, `idempotency_key_reused`, `signup_not_open`, `signup_closed`, `validation`,
   * `signup_paused`, `none_taken`.
   */
  async function signUpForSeveral(
    org: OrgId,
    event_id: string,
    { body, ...request }: Request<typeof severalSignupBody>,
  ): Promise<{ status: 201 | 202; body: SignedUpForSeveral }> {
    const { shift_ids, seen = [] } = body
    const sign_up = { ...request, body, guests: readGuests(body), shift_ids, event_id, seen, onFull }
    const outcome = await inTurn(event_id, () => signUpUnderLocks(deps, org, sign_up))
    const { signed_up } = outcome
    const requested = outcome.requested.map(({ shift, ...each }) => ({ shift_id: shift.id, ...each }))
    const refused = outcome.refused.map((each) => refusedShift.parse(each))
    if (signed_up.length + requested.length === 0) throw conflict('none_taken', { refused })
    return { status: signed_up.length > 0 ? 201 : 202, body: { signed_up, requested, refused } }
  }

  /** Refuses without a lock (D13, D15). A repeated call still gets its answer. */
  async function refuseFull(
    org: OrgId,
    shift_id: string,
    { attempt: { key, body }, guests }: Pick<SignUp, 'attempt' | 'guests'>,
  ): Promise<Outcome> {
    const stored = key && replayOf(await full_shifts.findAnswer(org, shift_id, key), body)
    if (stored) return deps.db.preparedTransaction(org, (tx) => answerAgain(deps, tx, { stored, guests }))
    return { signed_up: [], requested: [], refused: [{ shift_id, code: 'shift_full' }] }
  }

  return { signUp, signUpForSeveral }
}

/**
 * D58: takes the place of a volunteer who hands it over. Refuses with `link_invalid`, `idempotency_key_reused`, `place_taken`,
 * `swap_pending`, `signup_closed`, `shift_over`, `signup_paused`, `already_signed_up`, `shift_moved`, `too_many_shifts`,
 * `schedule_conflict`, in this order.
 */
export async function takeOver(
  deps: Deps,
  org: OrgId,
  swap: Swap,
  { body, ...request }: Request<typeof swapBody>,
): Promise<Answer> {
  const { shift_id } = swap
  const seen = body.seen ? [{ shift_id, ...body.seen }] : []
  const sign_up = { ...request, body, guests: readGuests(body), shift_ids: [shift_id], seen, swap }
  return onlyOf(await signUpUnderLocks(deps, org, sign_up), shift_id)
}

/** Returns what became of the one shift that was asked for, or throws why it was refused. */
function onlyOf({ signed_up: [taken], requested: [asked], refused }: Outcome, shift_id: string): Answer {
  if (taken) {
    const { person: _, ...body } = taken
    return { status: 201, body }
  }
  if (asked) return { status: 202, body: { request_id: asked.request_id, shift: asked.shift } }
  const [{ shift_id: _, code, ...details } = gone(shift_id)] = refused
  throw code === 'shift_not_found' ? notFound(code) : conflict(code, details)
}
