import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { z } from 'zod'
import { seal, unseal } from '../../signing/encrypt.ts'
import type { Keys } from '../../signing/keys.ts'
import type { Visitor } from './visitor.ts'

/* Key with which the browser that signed up can correct the e-mail address. It is encrypted, because its content shows
 * whether the organization knew the person. What was typed is only in the key, not in the database. */

/** How the person stood to the shift before the sign-up, which makes it CONFIRMED (D13). */
const statuses = ['NONE', 'INVITED', 'DECLINED'] as const

/** A place as the sign-up made it, without what was typed. */
export const correctablePlace = z.object({
  assignment_id: z.string(),
  shift_id: z.string(),
  person_id: z.string(),
  accepted_at: z.string(),
  before: z.enum(statuses),
  /** Version of a person who was made by this sign-up; otherwise 0. */
  version: z.number(),
})

/** `done`: number of corrections so far. */
export type Correction = z.infer<typeof correctablePlace> & { visitor: Visitor; done: number }

export const statusBefore = (before: { status: AssignmentStatus } | undefined): Correction['before'] =>
  statuses.find((status) => status === before?.status) ?? 'NONE'

const PURPOSE = 'correction'

/** In the order in which it is sealed, of the same length whether the person was known or not. */
const sealed = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.number(),
  z.number(),
  z.number(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
])

export function sealCorrection(keys: Keys, { visitor, before, ...rest }: Correction): string {
  const { first_name, last_name, email, phone } = visitor
  const { assignment_id, shift_id, person_id, accepted_at, version, done } = rest
  const ids = [assignment_id, shift_id, person_id]
  const numbers = [statuses.indexOf(before), version, done]
  const content = [...ids, accepted_at, ...numbers, first_name, last_name, email, phone]
  return seal(keys, JSON.stringify(content), PURPOSE)
}

/** Returns undefined for what was not sealed here. */
export function openCorrection(keys: Keys, key: string): Correction | undefined {
  try {
    const [assignment_id, shift_id, person_id, accepted_at, status, version, done, ...typed] = sealed.parse(
      JSON.parse(unseal(keys, key, PURPOSE)),
    )
    const [first_name, last_name, email, phone] = typed
    const before = statuses[status] ?? 'NONE'
    const visitor = { first_name, last_name, email, phone }
    return { assignment_id, shift_id, person_id, visitor, accepted_at, before, version, done }
  } catch {
    return undefined
  }
}
