import { type ErrorCode, refusedShift } from '@muster/contract/errors'
import type { PublicShift } from '@muster/contract/public-event'
import type { SignedUp } from '@muster/contract/signup'
import { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { signId } from '../../signing/signed-id.ts'
import { type ShiftReading, toPublicShift } from '../events/public-shifts.ts'
import { type Correction, correctablePlace, sealCorrection } from './correction-key.ts'
import { listHeldPlaces, listSignUpShifts, type SignUpShift } from './queries.ts'
import type { Visitor } from './visitor.ts'

const storedRefusal = refusedShift.extend({ code: z.custom<ErrorCode>() })

/** `sentence` is told to a call for one shift only. */
export type Refused = z.infer<typeof storedRefusal> & { sentence?: 'shift_begun' }

/** `person`: which of the form, from 0 (D54). */
export type Outcome = {
  signed_up: (SignedUp & { person: number })[]
  /** D52. The shift is that before the answer, which shows nothing of who is in the organisation. */
  requested: { shift: PublicShift; request_id: string; person: number }[]
  refused: Refused[]
}

/** Stored under the idempotency key. It contains ids only: names would outlive an erasure (D33). */
const storedOutcome = z.object({
  places: z.array(correctablePlace.extend({ person: z.int() })),
  requested: z.array(z.object({ shift_id: z.string(), request_id: z.string(), person: z.int() })),
  refused: z.array(storedRefusal),
})

type StoredOutcome = z.infer<typeof storedOutcome>
type Taken = { answers_as_request: boolean; person: number; place: z.infer<typeof correctablePlace> }

export const toStored = ({ requested, refused }: Outcome, taken: readonly Taken[]): StoredOutcome => ({
  // D52: the others are answered like requests.
  places: taken.flatMap(({ answers_as_request, person, place }) =>
    answers_as_request ? [] : { ...place, person },
  ),
  requested: requested.map(({ shift, ...each }) => ({ shift_id: shift.id, ...each })),
  refused,
})

/** D16: writes the answer to a repeated call from the present rows. A lost place is reported as `shift_not_found`. */
export async function answerAgain(
  deps: Deps,
  tx: OrgTx,
  { stored, guests }: { stored: unknown; guests: readonly Visitor[] },
): Promise<Outcome> {
  const { places, requested, refused } = storedOutcome.parse(stored)
  const [held, asked] = await Promise.all([
    listHeldPlaces(
      tx,
      places.map(({ assignment_id }) => assignment_id),
    ),
    requested.length === 0
      ? []
      : listSignUpShifts(tx, { shift_ids: requested.map(({ shift_id }) => shift_id), guests: [] }),
  ])
  const lost = [...places, ...requested].filter(({ shift_id }) =>
    [...held, ...asked].every(({ id }) => id !== shift_id),
  )
  return {
    signed_up: held.flatMap(({ assignment_id, ...shift }) => {
      const place = places.find((each) => each.assignment_id === assignment_id)
      const visitor = place && guests[place.person]
      if (!visitor) return []
      const { person, ...correctable } = place
      return { ...answerOf(deps, { ...correctable, visitor, done: 0 }, shift), person }
    }),
    requested: requested.flatMap(({ shift_id, ...each }) => {
      const shift = asked.find(({ id }) => id === shift_id)
      return shift ? [{ ...each, shift: toPublicShift(shift, shift.public_names) }] : []
    }),
    refused: [...refused, ...[...new Set(lost.map(({ shift_id }) => shift_id))].map(gone)],
  }
}

/** The calendar file shows public data only and does not open the assignment (D26). */
export function answerOf(
  { config, keys }: Deps,
  correction: Correction,
  shift: ShiftReading & Pick<SignUpShift, 'public_names'>,
): SignedUp {
  const { assignment_id } = correction
  const file = signId(keys, { purpose: 'calendar', id: assignment_id, round: 1 })
  return {
    assignment_id,
    shift: toPublicShift(shift, shift.public_names),
    calendar_url: `${config.public_api_url}/calendar/${file}.ics`,
    correction_key: sealCorrection(keys, correction),
  }
}

export const gone = (shift_id: string): Refused => ({ shift_id, code: 'shift_not_found' })
