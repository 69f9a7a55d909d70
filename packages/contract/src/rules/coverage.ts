import { holdsPlace } from './assignment-status.ts'
import { type Invitation, invitationState } from './invitation-state.ts'

export type Coverage = {
  needed: number
  confirmed: number
  /** Number of INVITED people, the sum of the three below. */
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

type CountedShift = { required_qty: number; assignment: readonly Invitation[] }

export function coverageOf({ required_qty, assignment }: CountedShift, now: string): Coverage {
  const states = assignment.map((each) => invitationState(each, now))
  const countState = (wanted: string) => states.filter((state) => state === wanted).length
  const [asked, not_asked, expired] = [countState('asked'), countState('not_asked'), countState('expired')]
  const confirmed = assignment.filter(({ status }) => holdsPlace(status)).length
  const pending = asked + not_asked + expired
  return {
    needed: required_qty,
    confirmed,
    pending,
    asked,
    not_asked,
    expired,
    declined: assignment.filter(({ status }) => status === 'DECLINED').length,
    missing: Math.max(0, required_qty - confirmed - pending),
  }
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
