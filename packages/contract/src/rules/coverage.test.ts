import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignmentStatuses } from './assignment-status.ts'
import { coverageOf, isCovered, sumCoverage } from './coverage.ts'

const now = '2026-07-01T12:00:00.000Z'
const confirmed = { status: 'CONFIRMED' } as const
const invited = { status: 'INVITED', token_expires_at: '2026-07-01T12:00:00.001Z' } as const
const expired = { status: 'INVITED', token_expires_at: now } as const
const declined = { status: 'DECLINED', token_expires_at: '2026-06-01T12:00:00.000Z' } as const
const absent = { status: 'ABSENT' } as const

describe('coverageOf (D37)', () => {
  it.each([
    {
      name: 'nobody yet',
      assignment: [],
      figures: { needed: 2, confirmed: 0, pending: 0, expired: 0, declined: 0, missing: 2 },
    },
    {
      name: 'an expired invitation still counts as pending, and is told apart',
      assignment: [confirmed, expired],
      figures: { needed: 2, confirmed: 1, pending: 1, expired: 1, declined: 0, missing: 0 },
    },
    {
      name: 'declined and absent fill no gap',
      assignment: [declined, absent, invited],
      figures: { needed: 2, confirmed: 0, pending: 1, expired: 0, declined: 1, missing: 1 },
    },
    {
      name: 'an overfilled shift misses nobody, not less than nobody',
      assignment: [confirmed, confirmed, confirmed, invited],
      figures: { needed: 2, confirmed: 3, pending: 1, expired: 0, declined: 0, missing: 0 },
    },
    {
      name: 'an invitation without a deadline does not expire',
      assignment: [{ status: 'INVITED', token_expires_at: null } as const],
      figures: { needed: 2, confirmed: 0, pending: 1, expired: 0, declined: 0, missing: 1 },
    },
  ])('$name', ({ assignment, figures }) => {
    expect(coverageOf({ required_qty: 2, assignment }, now)).toEqual(figures)
  })

  it('is covered exactly when confirmed plus invited reach what is required', () => {
    const statuses = fc.array(fc.record({ status: fc.constantFrom(...assignmentStatuses) }))
    fc.assert(
      fc.property(fc.nat(20), statuses, (required_qty, assignment) => {
        const coverage = coverageOf({ required_qty, assignment }, now)
        expect(isCovered(coverage)).toBe(coverage.confirmed + coverage.pending >= required_qty)
        expect(coverage.missing).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('sumCoverage (D37)', () => {
  it('does not let an overfilled shift hide a gap', () => {
    const overfilled = coverageOf({ required_qty: 1, assignment: [confirmed, confirmed, invited] }, now)
    const empty = coverageOf({ required_qty: 2, assignment: [expired] }, now)
    const sum = sumCoverage([overfilled, empty])
    expect(sum).toEqual({ needed: 3, confirmed: 2, pending: 2, expired: 1, declined: 0, missing: 1 })
    expect(isCovered(sum)).toBe(false)
  })

  it('is zero for no shifts', () => {
    expect(sumCoverage([])).toEqual({
      needed: 0,
      confirmed: 0,
      pending: 0,
      expired: 0,
      declined: 0,
      missing: 0,
    })
  })
})
