import type { Language } from '@muster/contract/language'
import { asksFirst } from '@muster/contract/rules/approval'
import { isSignedUp } from '@muster/contract/rules/assignment-status'
import { isFull } from '@muster/contract/rules/capacity'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import { isOnWaitingList, LONGEST_LINE } from '@muster/contract/rules/waiting-list'
import type { volunteerBody } from '@muster/contract/signup'
import { terms } from '@muster/contract/terms'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import { countShared } from '../../access/rate-limit.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { lockShifts } from '../../db/lock.ts'
import type { ShiftRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { enqueueWaiting } from '../../outbox/waiting-mails.ts'
import { refuseMoved } from '../assignments/refusals.ts'
import { ownOn } from '../signup/decide-sign-up.ts'
import { isShownTo, listSignUpShifts } from '../signup/queries.ts'
import { refuseClosedSignup } from '../signup/refuse-closed-signup.ts'
import { findOrInsertPerson, readVisitor } from '../signup/visitor.ts'
import {
  findShift,
  findWaitingOf,
  getSignupSettings,
  hasProvenMailbox,
  insertWaiting,
  listWaitingOf,
  readPlaces,
  updateWaiting,
} from './queries.ts'

type Request = {
  shift_id: string
  body: z.output<typeof volunteerBody>
  language: Language | undefined
  ip: string
  attempt: Attempt
}

/**
 * Each request can add a person and sends an e-mail, but unlike a sign-up takes no place. A hall full of
 * people may be one client.
 */
const PER_CLIENT = [
  { name: 'waiting-client', hits: 500, window_s: 15 * 60 },
  { name: 'waiting-client-day', hits: 2_000, window_s: 24 * 60 * 60 },
]
const PER_SHIFT = { name: 'waiting-shift', hits: 500, window_s: 24 * 60 * 60 }

/**
 * D44: sends the link that joins the waiting list. Whoever has used a link of ours before is in line at once, because the
 * mailbox is theirs. The answer is the same for everybody, so that the form does not tell who is in line or on the shift
 * (D13), and above a limit. Refuses with
 * `shift_not_found`, `signup_not_open`, `signup_closed`, `shift_started`, `waiting_list_off`, `place_free`, `shift_moved`, `signup_paused`.
 */
export async function joinWaitingList(
  deps: Deps,
  org: OrgId,
  { shift_id, body, language, ip, attempt }: Request,
): Promise<void> {
  const visitor = readVisitor(body)
  const is_over_limit = await isOverLimit(deps, { shift_id, ip })
  await deps.db.preparedTransaction(org, async (tx) => {
    const now = deps.now()
    if (is_over_limit) {
      await refuseUnlessAskable(tx, { shift_id, body, now })
      // The answer is not stored: if the same form is sent again later, the e-mail is to be sent.
      return
    }
    await oncePerKey(tx, attempt, z.null(), async () => {
      await lockShifts(tx, [shift_id])
      const in_line = await refuseUnlessAskable(tx, { shift_id, body, now })
      const [person, [shift]] = await Promise.all([
        findOrInsertPerson(tx, visitor, language),
        listSignUpShifts(tx, { shift_ids: [shift_id], guests: [visitor] }),
      ])
      if (!shift) throw notFound('shift_not_found')
      if (shift.is_paused) throw conflict('signup_paused')
      // D52: nobody takes an offered place without the organiser's yes.
      if (asksFirst(shift)) throw conflict('waiting_list_off')
      const on_shift = ownOn(shift, person.id)
      if (on_shift && isSignedUp(on_shift.status)) {
        await enqueueLinkAgain(tx, { assignment_id: on_shift.assignment_id, now })
        return null
      }
      const before = await findWaitingOf(tx, { shift_id, person_id: person.id })
      const id = before?.id ?? newId()
      const joins = in_line < LONGEST_LINE && (await hasProvenMailbox(tx, person.id))
      if (before && joins && !isOnWaitingList(before.status))
        await updateWaiting(tx, [id], { status: 'WAITING', queued_at: now })
      if (!before)
        await insertWaiting(tx, {
          id,
          shift_id,
          person_id: person.id,
          status: joins ? 'WAITING' : 'ASKED',
          round: 1,
          queued_at: now,
          offer_expires_at: null,
          other_phone: person.phone === visitor.phone ? null : visitor.phone,
          terms_version: body.terms_version ?? terms.version,
          terms_accepted_at: now,
        })
      if (joins) announceShifts(tx, [shift])
      await enqueueWaiting(tx, 'waiting_joined', [id])
      return null
    })
  })
}

async function isOverLimit(deps: Deps, { shift_id, ip }: Pick<Request, 'shift_id' | 'ip'>): Promise<boolean> {
  // A client above its limit must not use up the limit of the shift.
  for (const limit of PER_CLIENT) {
    if ((await countShared(deps, { ...limit, of: clientOf(ip) })).over > 0) return true
  }
  return (await countShared(deps, { ...PER_SHIFT, of: shift_id })).over > 0
}

/** Returns how many are in line. */
async function refuseUnlessAskable(
  tx: OrgTx,
  { shift_id, body, now }: Pick<Request, 'shift_id' | 'body'> & { now: string },
): Promise<number> {
  const shift = await findShift(tx, shift_id)
  if (!shift) throw notFound('shift_not_found')
  const event = await getSignupSettings(tx, shift)
  const { visibility } = shift
  if (!event.published || !isShownTo({ ...event, visibility }, body.k)) throw notFound('shift_not_found')
  refuseClosedSignup(event, now)
  const in_line = await refuseToAsk(tx, shift, now)
  refuseMoved(shift, body.seen)
  return in_line
}

async function refuseToAsk(tx: OrgTx, shift: ShiftRow, now: string): Promise<number> {
  if (hasStarted(shift, now)) throw conflict('shift_started')
  const { waiting_list } = await getSignupSettings(tx, shift)
  if (!waiting_list) throw conflict('waiting_list_off')
  const [list, { confirmed }] = await Promise.all([listWaitingOf(tx, shift.id), readPlaces(tx, shift.id)])
  if (!isFull(shift.required_qty, confirmed + list.length)) throw conflict('place_free')
  return list.length
}

/** Refuses a place in line. The shift must be locked. */
export async function refuseToQueue(tx: OrgTx, shift: ShiftRow, now: string): Promise<void> {
  if ((await refuseToAsk(tx, shift, now)) >= LONGEST_LINE) throw conflict('waiting_list_full')
}
