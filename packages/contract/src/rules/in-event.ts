/** How many shifts of an event a person has in each state. */
export type InEvent = {
  confirmed: number
  asked: number
  expired: number
  not_asked: number
  declined: number
  absent: number
}

/** By which a list of people is filtered. Somebody may be in the first two at once. */
export const inEventStates = ['on_shift', 'unanswered', 'never_asked'] as const
export type InEventState = (typeof inEventStates)[number]

/** `counts` is undefined for who has no shift of the event in any way. */
export function isInEvent(counts: InEvent | undefined, state: InEventState): boolean {
  if (!counts) return state === 'never_asked'
  const { confirmed, asked, expired, declined, absent } = counts
  if (state === 'on_shift') return confirmed > 0
  if (state === 'unanswered') return asked + expired > 0
  return confirmed + asked + expired + declined + absent === 0
}
