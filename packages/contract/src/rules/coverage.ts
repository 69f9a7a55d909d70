import { type AssignmentStatus, holdsPlace } from './assignment-status.ts'
import { isExpired } from './invite-expiry.ts'

export type Coverage = {
  needed: number
  confirmed: number
  /** INVITED, expired ones included. */
  pending: number
  /** Part of `pending`: the answer deadline has passed. */
  expired: number
  declined: number
  missing: number
}

type CountedShift = {
  required_qty: number
  assignment: readonly { status: AssignmentStatus; token_expires_at?: string | null | undefined }[]
}

/** D37: `missing` is per shift and never below 0. Expired invitations count as pending and are also counted apart. */
export function coverageOf({ required_qty, assignment }: CountedShift, now: string): Coverage {
  const invited = assignment.filter(({ status }) => status === 'INVITED')
  const confirmed = assignment.filter(({ status }) => holdsPlace(status)).length
  return {
    needed: required_qty,
    confirmed,
    pending: invited.length,
    expired: invited.filter(({ token_expires_at }) => token_expires_at && isExpired(token_expires_at, now))
      .length,
    declined: assignment.filter(({ status }) => status === 'DECLINED').length,
    missing: Math.max(0, required_qty - confirmed - invited.length),
  }
}

/** D37: `missing` is summed per shift: an overfilled shift must not hide another's gap. */
export function sumCoverage(list: readonly Coverage[]): Coverage {
  const total: Coverage = { needed: 0, confirmed: 0, pending: 0, expired: 0, declined: 0, missing: 0 }
  for (const each of list) {
    total.needed += each.needed
    total.confirmed += each.confirmed
    total.pending += each.pending
    total.expired += each.expired
    total.declined += each.declined
    total.missing += each.missing
  }
  return total
}

/** D37 */
export function isCovered({ missing }: Pick<Coverage, 'missing'>): boolean {
  return missing === 0
}
