import type { Language } from '@muster/contract/language'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import { isInLine, LONGEST_LINE } from '@muster/contract/rules/waiting-list'
import type { volunteerBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { z } from 'zod'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Attempt, oncePerKey } from '../../http/idempotency.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { enqueueWaiting } from '../../outbox/enqueue-waiting.ts'
import { ownOn, readVisitor } from '../signup/place.ts'
import { findOrInsertPerson, readSignUpFacts } from '../signup/queries.ts'
import {
  findWaitingOf,
  hasWaitingList,
  insertWaiting,
  listLine,
  readPlaces,
  updateWaiting,
} from './queries.ts'

type Request = {
  shift_id: string
  body: z.output<typeof volunteerBody>
  language: Language | undefined
  attempt: Attempt
}

/**
 * D44. The answer is the same for a person in line, or on the shift (D13). Refuses with `shift_not_found`, `shift_started`,
 * `waiting_list_off`, `place_free`, `waiting_list_full`.
 */
export function joinWaitingList(
  { db, now: clock }: Deps,
  org: OrgId,
  { shift_id, body, language, attempt }: Request,
): Promise<void> {
  const visitor = readVisitor(body)
  return db.preparedTransaction(org, async (tx) => {
    const now = clock()
    const [shift] = await lockShifts(tx, [shift_id])
    if (!shift) throw notFound('shift_not_found')
    await oncePerKey(tx, attempt, z.null(), async () => {
      await refuseToQueue(tx, shift, now)
      const [person, { own }] = await Promise.all([
        findOrInsertPerson(tx, visitor, language),
        readSignUpFacts(tx, { shift_id, visitor }),
      ])
      const on_shift = ownOn(shift, own)
      if (on_shift && isSignedUp(on_shift.status)) {
        await enqueueLinkAgain(tx, { assignment_id: on_shift.assignment_id, now })
        return null
      }
      const before = await findWaitingOf(tx, { shift_id, person_id: person.id })
      if (before && isInLine(before.status)) return null
      const joined = {
        status: 'WAITING',
        queued_at: now,
        other_phone: person.phone === visitor.phone ? null : visitor.phone,
        terms_version: body.terms_version ?? terms.version,
        terms_accepted_at: now,
      } as const
      const id = before?.id ?? newId()
      if (before) await updateWaiting(tx, [id], joined)
      else await insertWaiting(tx, { id, shift_id, person_id: person.id, offer_expires_at: null, ...joined })
      await enqueueWaiting(tx, 'waiting_joined', [id])
      announceShifts(tx, [shift])
      return null
    })
  })
}

/** Also for joining again. The shift must be locked. */
export async function refuseToQueue(tx: OrgTx, shift: ShiftRow, now: string): Promise<void> {
  if (hasStarted(shift, now)) throw conflict('shift_started')
  if (!(await hasWaitingList(tx, shift))) throw conflict('waiting_list_off')
  const [line, { confirmed }] = await Promise.all([listLine(tx, shift.id), readPlaces(tx, shift.id)])
  if (!isFull(shift.required_qty, confirmed + line.length)) throw conflict('place_free')
  if (line.length >= LONGEST_LINE) throw conflict('waiting_list_full')
}
