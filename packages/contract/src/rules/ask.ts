import { type AssignmentStatus, isSignedUp } from './assignment-status.ts'

/** How an offer ended without an answer: another person took the place, or the organizer stopped asking (D61). */
export const offerEnds = ['taken', 'stopped'] as const
export type OfferEnd = (typeof offerEnds)[number]

/** Maximum number of candidates, and of people asked at once. */
export const MOST_CANDIDATES = 50

/** An assignment with an `ask_id` is an offer: the first people of the ask who say yes get its `ask_places`. */
export type Offer = {
  status: AssignmentStatus
  ask_id?: string | null | undefined
  ask_places?: number | null | undefined
}

/**
 * Returns how many more people of the ask may say yes (D61), which is also for how many its open offers count.
 * `assignment`: all of the shift. `free`: places that nobody has taken (D12).
 */
export function openPlaces(ask_id: string, assignment: readonly Offer[], free: number): number {
  const offers = assignment.filter((each) => each.ask_id === ask_id)
  const places = Math.max(0, ...offers.map(({ ask_places }) => ask_places ?? 0))
  const taken = offers.filter(({ status }) => isSignedUp(status)).length
  return Math.max(0, Math.min(places - taken, free))
}
