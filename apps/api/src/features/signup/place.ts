import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { findConfirmedConflict, type TimeWindow } from '@muster/contract/rules/time-conflict'
import { findPhoneFault } from '@muster/contract/rules/typed-phone'
import { readPhone } from '@muster/contract/rules/valid-phone'
import type { SignedUp, signupBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import type { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid } from '../../http/refusal.ts'
import { signId } from '../../signing/signed-id.ts'
import { newRow } from '../assignments/new-row.ts'
import { type Accepted, confirmAssignment, insertConfirmed, type NewPlace } from '../assignments/places.ts'
import { isMoved } from '../assignments/refusals.ts'
import { toPublicShift } from '../events/public-shifts.ts'
import { addName, parseNames } from './names.ts'
import type { LockedPerson, SignUpFacts, Visitor } from './queries.ts'

type Body = z.output<typeof signupBody>

/** Accepts only a number with its country code, as the forms send it (D23). */
export function readVisitor({ first_name, last_name, email, phone }: Visitor): Visitor {
  const number = readPhone(phone)
  const otherwise = /^(\+|00)/.test(phone) ? 'not_phone' : 'not_international'
  if (!number) throw invalid('phone', findPhoneFault(phone) ?? otherwise)
  return { first_name, last_name, email, phone: number }
}

export function refusePaused(facts: readonly SignUpFacts[]): void {
  if (facts.some(({ is_paused }) => is_paused)) throw conflict('signup_paused')
}

/**
 * Checks in the order of D13; a free place belongs to those in line (D44). The shift and the person must be locked.
 */
export function whyRefused(
  shift: ShiftRow,
  { confirmed, in_line, own }: SignUpFacts,
  seen: TimeWindow | undefined,
): 'shift_full' | 'already_signed_up' | 'shift_moved' | 'schedule_conflict' | undefined {
  if (isFull(shift.required_qty, confirmed + in_line)) return 'shift_full'
  const before = ownOn(shift, own)
  if (before && isSignedUp(before.status)) return 'already_signed_up'
  if (isMoved(shift, seen)) return 'shift_moved'
  return findConfirmedConflict(shift, own) && 'schedule_conflict'
}

export const ownOn = ({ id }: { id: string }, own: SignUpFacts['own']) =>
  own.find(({ shift_id }) => shift_id === id)

type Taking = {
  shift: ShiftRow
  facts: SignUpFacts
  person: LockedPerson
  visitor: Visitor
  body: Pick<Body, 'note' | 'terms_version'>
  now: string
}

export type TakenPlace = {
  answer: SignedUp
  accepted: Accepted
  /** Undefined if the person already has an assignment on the shift, which becomes CONFIRMED (D13). */
  row: NewPlace | undefined
  /** Names of the roster and of the person who takes the place. */
  names: string
}

export function takePlace(
  deps: Deps,
  {
    shift,
    facts: { roster, new_id, in_line, own, entry, public_names },
    person,
    visitor,
    body: { note = null, terms_version = terms.version },
    now,
  }: Taking,
): TakenPlace {
  const before = ownOn(shift, own)
  const assignment_id = before?.assignment_id ?? new_id
  const { first_name, last_name } = person
  const names = addName(roster.names, { person_id: assignment_id, first_name, last_name })
  const accepted = {
    responded_at: now,
    other_phone: person.phone === visitor.phone ? null : visitor.phone,
    note,
    terms_version,
    terms_accepted_at: now,
  }
  return {
    answer: {
      assignment_id,
      shift: toPublicShift({ ...shift, in_line, confirmed: parseNames(names) }, public_names),
      calendar_url: calendarUrl(deps, assignment_id),
    },
    names,
    accepted,
    row: before
      ? undefined
      : {
          ...newRow({ id: assignment_id, shift, role_name: entry.role_name, person_id: person.id, now }),
          ...accepted,
        },
  }
}

export async function writePlace(tx: OrgTx, { answer, accepted, row }: TakenPlace): Promise<void> {
  if (row) await insertConfirmed(tx, row)
  else await confirmAssignment(tx, answer.assignment_id, accepted)
}

/** Returns the URL of the calendar file. It shows public data only and does not open the assignment (D26). */
function calendarUrl({ config, keys }: Deps, assignment_id: string): string {
  return `${config.public_api_url}/calendar/${signId(keys, { purpose: 'calendar', id: assignment_id, round: 1 })}.ics`
}
