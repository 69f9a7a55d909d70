import { spotsLeft } from '@muster/contract/rules/capacity'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { z } from 'zod'
import type { namedShift } from './kinds/named-shift.ts'

/** Maximum number of people that one e-mail to an administrator names: mail servers refuse very long e-mails. */
export const MOST_TOLD = 100

/** A shift that an administrator is told about. `confirmed` is the number of people who are CONFIRMED on it. */
export type ToldShift = { required_qty: number; confirmed: number; shift: z.infer<typeof namedShift> }

/** Replaces the numbers of a shift by what the e-mail says: how many are missing, and whether it has begun. */
export function toTold<Told extends ToldShift>({ required_qty, confirmed, ...told }: Told, now: string) {
  return { ...told, missing: spotsLeft(required_qty, confirmed), has_begun: hasStarted(told.shift, now) }
}
