import type { Tx } from '../db/client.ts'
import { enqueueAccountEmail } from './enqueue.ts'
import type { ToTell } from './tell-administrators.ts'
import { type ToldShift, toTold } from './told-shift.ts'

/** A shift, and the people of it that an administrator is told of. */
export type PeopleOfShift = ToldShift & { people: { first_name: string; last_name: string }[] }

/** `left_out`: number of people above the maximum. */
export type PeopleByShift = { shifts: PeopleOfShift[]; left_out: number }

/** Enqueues the e-mail that names people by shift (D57). Returns false if there are none. */
export async function tellPeopleByShift(
  tx: Tx,
  template: 'signed_up' | 'requested',
  found: PeopleByShift,
  { organization_id, organization_name, user, now }: Omit<ToTell, 'since'> & { now: string },
): Promise<boolean> {
  const [first, ...more] = found.shifts.map((shift) => toTold(shift, now))
  if (!first) return false
  const shifts: [typeof first, ...(typeof first)[]] = [first, ...more]
  const payload = { organization_id, organization_name, shifts, left_out: found.left_out }
  const content = { template, payload }
  await enqueueAccountEmail(tx, { user, language: user.language, content, is_erased_when_sent: true })
  return true
}
