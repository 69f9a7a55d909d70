import type { Language } from '@muster/contract/fields'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { isCountryCode } from '@muster/contract/rules/country-codes'
import { answerDeadline } from '@muster/contract/rules/invite-expiry'
import { toE164 } from '@muster/contract/rules/phone'
import { isOver } from '@muster/contract/rules/shift-phase'
import { findConflict } from '@muster/contract/rules/time-conflict'
import { type SignedUp, signedUp, type signupBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import type { z } from 'zod'
import { calendarUid } from '../../calendar.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { findAnswer, keepAnswer } from '../../http/idempotency.ts'
import { conflict, invalid, notFound, unavailable } from '../../http/refusal.ts'
import { announce } from '../../live/announce.ts'
import { signId } from '../../signing.ts'
import { readPublicShifts } from '../events/public-shifts.ts'
import { enqueueConfirmation } from '../messages/enqueue.ts'
import {
  confirmAssignment,
  countConfirmed,
  fillLanguage,
  findAssignment,
  glanceAtShift,
  insertAssignment,
  insertPersonIfNew,
  listShiftsOfPerson,
  lockPerson,
  lockShift,
  type Visitor,
} from './queries.ts'

type Request = {
  shift_id: string
  /** D16 */
  key: string | undefined
  body: z.output<typeof signupBody>
  /** The page's, if it said so (D32). */
  language: Language | undefined
}

/**
 * A visitor takes a place (D11–D16). Refuses with `shift_not_found`, `idempotency_key_reused`, `shift_over`,
 * `already_signed_up`, `shift_full`, `schedule_conflict`, in this order.
 */
export async function signUp(
  deps: Deps,
  org: OrgId,
  { shift_id, key, body, language }: Request,
): Promise<SignedUp> {
  return deps.db.transaction(org, async (tx) => {
    const now = deps.now()
    const glance = await glanceAtShift(tx, { shift_id, key, visitor: body })
    if (!glance) throw notFound('shift_not_found')
    const visitor = { ...readNames(body), phone: readPhone(body.phone, glance.country) }
    // D15: a read without a lock may refuse a full shift, never accept; whoever has another answer due waits.
    const isPlainlyFull = isFull(glance.required_qty, glance.confirmed) && !glance.is_known
    if (isPlainlyFull && !isOver(glance, now)) throw conflict('shift_full')

    const shift = await lockShift(tx, shift_id)
    if (!shift) throw notFound('shift_not_found')
    const replay = await findAnswer(tx, { scope_id: shift_id, key, body })
    if (replay !== undefined) return signedUp.parse(replay)
    if (isOver(shift, now)) throw conflict('shift_over')

    const person = await findOrInsertPerson(tx, visitor, language)
    const before = await findAssignment(tx, shift_id, person.id)
    if (before && isSignedUp(before.status)) throw conflict('already_signed_up')
    if (isFull(shift.required_qty, await countConfirmed(tx, shift_id))) throw conflict('shift_full')
    if (findConflict(shift, await listShiftsOfPerson(tx, person.id))) throw conflict('schedule_conflict')

    const accepted = {
      responded_at: now,
      other_phone: person.phone === visitor.phone ? null : visitor.phone,
      terms_version: body.terms_version ?? terms.version,
      terms_accepted_at: now,
    }
    const { assignment_id, round } = before
      ? await confirmAssignment(tx, before.id, accepted)
      : await insertAssignment(tx, { ...accepted, ...newAssignment(shift, person.id, now) })
    await enqueueConfirmation(tx, {
      assignment_id,
      round,
      person,
      language: person.language ?? glance.language,
      now,
    })
    announce(tx, { kind: 'shifts', organization_id: org, event_id: shift.event_id, shift_ids: [shift_id] })

    const answer = {
      assignment_id,
      shift: await getPublicShift(tx, shift),
      calendar_url: calendarUrl(deps, assignment_id),
    }
    await keepAnswer(tx, { scope_id: shift_id, key, body }, answer)
    return answer
  })
}

/** D11: found by name and e-mail, or new; locked either way. Of one who exists only an unset language is filled in. */
async function findOrInsertPerson(tx: OrgTx, visitor: Visitor, language: Language | undefined) {
  await insertPersonIfNew(tx, visitor)
  const person = await lockPerson(tx, visitor)
  // Removed by an administrator between the two statements: the next attempt starts afresh.
  if (!person) throw unavailable('busy', 1)
  if (person.language !== null || !language) return person
  await fillLanguage(tx, person.id, language)
  return { ...person, language }
}

function newAssignment(
  shift: { id: string; start_dt: string; end_dt: string; role_name: string },
  person_id: string,
  now: string,
) {
  const id = newId()
  return {
    id,
    shift_id: shift.id,
    person_id,
    token_expires_at: answerDeadline(now, shift.end_dt),
    calendar_uid: calendarUid(id, shift),
  }
}

function readNames({ first_name, last_name, email }: Request['body']) {
  return { first_name, last_name, email }
}

/** D23: the page sends the international form; a national number is read with the organisation's country. */
function readPhone(phone: string, country: string): string {
  const number = toE164(phone, isCountryCode(country) ? country : 'US')
  if (!number) throw invalid('phone', 'not_phone')
  return number
}

async function getPublicShift(tx: OrgTx, { id, event_id }: { id: string; event_id: string }) {
  const found = await readPublicShifts(tx, event_id, [id])
  const shift = found?.shifts[0]
  if (!shift) throw notFound('shift_not_found')
  return shift
}

/** D26: shows public data, so it never expires before the shift's own links do; it opens no assignment. */
function calendarUrl({ config, keys }: Deps, assignment_id: string): string {
  return `${config.public_api_url}/calendar/${signId(keys, { purpose: 'calendar', id: assignment_id, round: 1 })}.ics`
}
