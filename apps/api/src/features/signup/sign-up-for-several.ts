import type { ErrorCode } from '@muster/contract/errors'
import type { Language } from '@muster/contract/language'
import { isSignupOver } from '@muster/contract/rules/shift-phase'
import { overlaps } from '@muster/contract/rules/time-conflict'
import type { SignedUpForSeveral, severalSignupBody } from '@muster/contract/signup'
import type { z } from 'zod'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Attempt, oncePerKey } from '../../http/idempotency.ts'
import { conflict, invalid } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { ownOn, readVisitor, refusePaused, takePlace, whyRefused, writePlace } from './place.ts'
import { findOrInsertPerson, findSignUpFacts, hasLateSignup } from './queries.ts'
import { openQueues } from './queues.ts'
import { omitNames, readNames, storedSignedUpForSeveral } from './stored-answer.ts'

type Request = {
  event_id: string
  body: z.output<typeof severalSignupBody>
  language: Language | undefined
  attempt: Attempt
}

type Outcome = SignedUpForSeveral & {
  /** Id of the first assignment behind an `already_signed_up`: its page shows the others. */
  known: string | undefined
}

/**
 * D42, by the rules of one sign-up (D11–D16). Refuses with `signup_paused`, `none_taken`, `idempotency_key_reused`,
 * `validation`.
 */
export function openSignUpForSeveral(
  deps: Deps,
): (org: OrgId, request: Request) => Promise<SignedUpForSeveral> {
  const inTurn = openQueues()

  return async (org, request) => {
    let known: string | undefined
    try {
      return await inTurn(request.event_id, () =>
        deps.db.preparedTransaction(org, async (tx) => {
          const stored = await oncePerKey(tx, request.attempt, storedSignedUpForSeveral, async () => {
            const { known: found, signed_up, refused } = await takeWhatIsFree(deps, tx, request)
            known = found
            if (signed_up.length === 0) throw conflict('none_taken', { refused })
            // No link is sent again here: the confirmation has a link to all of the person's shifts (D13).
            return { signed_up: signed_up.map(omitNames), refused }
          })
          return { ...stored, signed_up: stored.signed_up.map(await readNames(tx, stored.signed_up)) }
        }),
      )
    } catch (error) {
      // The link is enqueued in a new transaction, because the first was rolled back.
      const assignment_id = known
      if (assignment_id !== undefined)
        await deps.db.preparedTransaction(org, (tx) =>
          enqueueLinkAgain(tx, { assignment_id, now: deps.now() }),
        )
      throw error
    }
  }
}

async function takeWhatIsFree(
  deps: Deps,
  tx: OrgTx,
  { event_id, body, language }: Request,
): Promise<Outcome> {
  const now = deps.now()
  const visitor = readVisitor(body)
  const shift_ids = [...new Set(body.shift_ids)]
  const locked = (await lockShifts(tx, shift_ids)).filter((shift) => shift.event_id === event_id)
  if (hasOverlap(locked)) throw invalid('shift_ids', 'shifts_overlap')
  const hours = { late_signup: await hasLateSignup(tx, event_id) }
  const closed: SignedUpForSeveral['refused'] = shift_ids.flatMap((shift_id) => {
    const shift = locked.find(({ id }) => id === shift_id)
    if (!shift) return { shift_id, code: 'shift_not_found' }
    return isSignupOver(shift, hours, now) ? { shift_id, code: 'shift_over' } : []
  })
  const open = locked.filter((shift) => !isSignupOver(shift, hours, now)).toSorted(byStart)
  if (open.length === 0) return { signed_up: [], refused: closed, known: undefined }

  const [person, ...found] = await Promise.all([
    findOrInsertPerson(tx, visitor, language),
    ...open.map(async (shift) => ({
      shift,
      facts: await findSignUpFacts(tx, { shift_id: shift.id, visitor }),
    })),
  ])
  const seenOf = ({ id }: ShiftRow) => body.seen?.find(({ shift_id }) => shift_id === id)
  const candidates = found.flatMap(({ shift, facts }) =>
    facts ? [{ shift, facts, code: whyRefused(shift, facts, seenOf(shift)) }] : [],
  )
  refusePaused(candidates.map(({ facts }) => facts))
  const free = candidates.filter(({ code }) => code === undefined)
  const places = free.map((each) =>
    takePlace(deps, { shift: each.shift, facts: each.facts, person, visitor, body, now }),
  )
  announceShifts(
    tx,
    free.map(({ shift }) => shift),
  )
  await Promise.all([
    ...places.map((place) => writePlace(tx, place)),
    enqueueConfirmation(tx, { assignment_ids: places.map(({ answer }) => answer.assignment_id), now }),
  ])
  return {
    signed_up: places.map(({ answer }) => answer),
    refused: [...candidates.flatMap(({ shift, code }) => (code ? refusedOn(shift, code) : [])), ...closed],
    known: candidates.flatMap(({ shift, facts: { own }, code }) =>
      code === 'already_signed_up' ? (ownOn(shift, own)?.assignment_id ?? []) : [],
    )[0],
  }
}

function refusedOn({ id, start_dt, end_dt }: ShiftRow, code: ErrorCode) {
  return { shift_id: id, code, ...(code === 'shift_moved' && { start_dt, end_dt }) }
}

function hasOverlap(shifts: readonly ShiftRow[]): boolean {
  return shifts.some((one, at) => shifts.slice(at + 1).some((other) => overlaps(one, other)))
}

const byStart = (a: ShiftRow, b: ShiftRow) => (a.start_dt + a.id < b.start_dt + b.id ? -1 : 1)
