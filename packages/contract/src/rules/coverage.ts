import { type Offer, openPlaces } from './ask.ts'
import { holdsPlace } from './assignment-status.ts'
import { spotsLeft } from './capacity.ts'
import {
  type Invitation,
  type InvitationState,
  invitationState,
  invitationStates,
} from './invitation-state.ts'

export type Coverage = {
  needed: number
  confirmed: number
  /** Number of INVITED people, the sum of the three below. The offers of an ask count up to its open places (D61). */
  pending: number
  /** Number of sent invitations that can be answered. */
  asked: number
  /** Number of invitations that were not sent. */
  not_asked: number
  /** Number of sent invitations whose deadline has passed. */
  expired: number
  declined: number
  missing: number
}

type CountedShift<One extends Offer> = { required_qty: number; assignment: readonly One[] }

export function coverageOf(
  { required_qty, assignment }: CountedShift<Invitation & Offer>,
  now: string,
): Coverage {
  const counted = countPlaces({ required_qty, assignment }, (each) => invitationState(each, now))
  return {
    needed: required_qty,
    ...counted,
    declined: assignment.filter(({ status }) => status === 'DECLINED').length,
  }
}

type Counted = Pick<Coverage, 'confirmed' | 'pending' | InvitationState | 'missing'>

/** D37, D61. The statement of `listCoverage` counts the same. */
export function countPlaces<One extends Offer>(
  { required_qty, assignment }: CountedShift<One>,
  stateOf: (one: One) => InvitationState | undefined,
): Counted {
  const states = { asked: 0, not_asked: 0, expired: 0 }
  const offers = new Map<string, typeof states>()
  let confirmed = 0
  for (const one of assignment) {
    if (holdsPlace(one.status)) confirmed += 1
    const state = stateOf(one)
    if (state === undefined) continue
    const { ask_id } = one
    if (ask_id && !offers.has(ask_id)) offers.set(ask_id, { asked: 0, not_asked: 0, expired: 0 })
    const counts = (ask_id && offers.get(ask_id)) || states
    counts[state] += 1
  }
  for (const [ask_id, of_ask] of offers) {
    let open = openPlaces(ask_id, assignment, spotsLeft(required_qty, confirmed))
    for (const state of invitationStates) {
      const counts = Math.min(of_ask[state], open)
      states[state] += counts
      open -= counts
    }
  }
  const pending = states.asked + states.not_asked + states.expired
  return { confirmed, pending, ...states, missing: Math.max(0, required_qty - confirmed - pending) }
}

export const noCoverage: Coverage = {
  needed: 0,
  confirmed: 0,
  pending: 0,
  asked: 0,
  not_asked: 0,
  expired: 0,
  declined: 0,
  missing: 0,
}

const figures = [
  'needed',
  'confirmed',
  'pending',
  'asked',
  'not_asked',
  'expired',
  'declined',
  'missing',
] as const satisfies (keyof Coverage)[]

/** Adds the figures of each shift, because an overfilled shift must not hide another's gap (D37). */
export function sumCoverage(list: readonly Coverage[]): Coverage {
  const total = { ...noCoverage }
  for (const each of list) {
    for (const figure of figures) total[figure] += each[figure]
  }
  return total
}

export function isCovered({ missing }: Pick<Coverage, 'missing'>): boolean {
  return missing === 0
}

export function isConfirmed({ needed, confirmed }: Pick<Coverage, 'needed' | 'confirmed'>): boolean {
  return confirmed >= needed
}
