import { spotsLeft } from '@muster/contract/rules/capacity'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Tx } from '../db/client.ts'
import { enqueueAccountEmail } from './enqueue.ts'
import type { ToTell } from './tell-administrators.ts'

/** Maximum number of people that one e-mail names: mail servers refuse very long e-mails. */
export const MOST_PEOPLE_TOLD = 100

/** A shift, and the people of it that an administrator is told of. `confirmed` is the number of all who are on it. */
export type PeopleOfShift = {
  people: { first_name: string; last_name: string }[]
  required_qty: number
  confirmed: number
  shift: {
    start_dt: string
    end_dt: string
    role_name: string
    event_name: string
    time_zone: string
    location: string | null
  }
}

/** `left_out`: number of people above the maximum. */
export type PeopleByShift = { shifts: PeopleOfShift[]; left_out: number }

/** Enqueues the e-mail that names people by shift (D57). Returns false if there are none. */
export async function tellPeopleByShift(
  tx: Tx,
  template: 'signed_up' | 'requested',
  found: PeopleByShift,
  { organization_id, organization_name, user, now }: Omit<ToTell, 'since'> & { now: string },
): Promise<boolean> {
  const [first, ...more] = found.shifts.map(({ required_qty, confirmed, ...shift }) => ({
    ...shift,
    missing: spotsLeft(required_qty, confirmed),
    has_begun: hasStarted(shift.shift, now),
  }))
  if (!first) return false
  const shifts: [typeof first, ...(typeof first)[]] = [first, ...more]
  const payload = { organization_id, organization_name, shifts, left_out: found.left_out }
  const content = { template, payload }
  await enqueueAccountEmail(tx, { user, language: user.language, content, is_erased_when_sent: true })
  return true
}
