import { type Move, moveShift } from '@muster/contract/rules/event-dates'
import { invalid } from '../../edge/refusal.ts'

type Window = { signup_opens_at: string | null; signup_closes_at: string | null }

/** Keeps the wall clock, and the order of the two in a skipped hour (D25). */
export function moveWindow({ signup_opens_at: opens, signup_closes_at: closes }: Window, move: Move): Window {
  if (opens !== null && closes !== null) {
    const moved = moveShift({ start_dt: opens, end_dt: closes }, move)
    return { signup_opens_at: moved.start_dt, signup_closes_at: moved.end_dt }
  }
  const moveOne = (instant: string | null) =>
    instant === null ? null : moveShift({ start_dt: instant, end_dt: instant }, move).start_dt
  return { signup_opens_at: moveOne(opens), signup_closes_at: moveOne(closes) }
}

export function refuseBackwardsWindow({
  signup_opens_at: opens,
  signup_closes_at: closes,
}: Partial<Record<keyof Window, string | null | undefined>>): void {
  if (opens && closes && Date.parse(closes) <= Date.parse(opens))
    throw invalid('signup_closes_at', 'not_after_opening')
}
