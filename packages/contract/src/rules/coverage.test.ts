import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignmentStatuses } from './assignment-status.ts'
import { coverageOf, isConfirmed, isCovered, noCoverage, sumCoverage } from './coverage.ts'

const now = '2026-07-01T12:00:00.000Z'
const confirmed = { status: 'CONFIRMED' } as const
const picked = { status: 'INVITED', token_expires_at: now } as const
const asked = { status: 'INVITED', invite_sent: true, token_expires_at: '2026-07-01T12:00:00.001Z' } as const
const expired = { status: 'INVITED', invite_sent: true, token_expires_at: now } as const
const declined = { status: 'DECLINED', token_expires_at: '2026-06-01T12:00:00.000Z' } as const
const absent = { status: 'ABSENT' } as const

describe('coverageOf (D37)', () => {
  it.each([
    { name: 'nobody yet', assignment: [], figures: { missing: 2 } },
    {
      name: 'an expired invitation still counts as pending, and is told apart',
      assignment: [confirmed, expired],
      figures: { confirmed: 1, pending: 1, expired: 1 },
    },
    {
      name: 'somebody picked but not asked counts as pending, is told apart and does not expire',
      assignment: [picked, asked],
      figures: { pending: 2, asked: 1, not_asked: 1 },
    },
    {
      name: 'declined and absent fill no gap',
      assignment: [declined, absent, asked],
      figures: { pending: 1, asked: 1, declined: 1, missing: 1 },
    },
    {
      name: 'an overfilled shift misses nobody, not less than nobody',
      assignment: [confirmed, confirmed, confirmed, asked],
      figures: { confirmed: 3, pending: 1, asked: 1 },
    },
    {
      name: 'an invitation without a deadline does not expire',
      assignment: [{ ...asked, token_expires_at: null }],
      figures: { pending: 1, asked: 1, missing: 1 },
    },
  ])('$name', ({ assignment, figures }) => {
    expect(coverageOf({ required_qty: 2, assignment }, now)).toEqual({ ...noCoverage, needed: 2, ...figures })
  })

  const offer = { ...asked, ask_id: 'one', ask_places: 2 }
  it.each([
    {
      name: 'up to its places',
      assignment: [offer, offer, offer],
      figures: { pending: 2, asked: 2, missing: 1 },
    },
    {
      name: 'less those who said yes, and who said yes and did not come',
      assignment: [offer, { ...offer, ...confirmed }, { ...offer, ...absent }],
      figures: { confirmed: 1, missing: 2 },
    },
    {
      name: 'never for more than are free',
      assignment: [confirmed, confirmed, offer, offer],
      figures: { confirmed: 2, pending: 1, asked: 1 },
    },
    {
      name: 'those who can answer before those who can no longer',
      assignment: [{ ...offer, ...expired }, { ...offer, ...expired }, offer],
      figures: { pending: 2, asked: 1, expired: 1, missing: 1 },
    },
    {
      name: 'each ask for itself, beside ordinary invitations',
      assignment: [asked, offer, { ...offer, ask_id: 'other', ask_places: 1 }],
      figures: { pending: 3, asked: 3 },
    },
  ])('D61: open offers of an ask count $name', ({ assignment, figures }) => {
    expect(coverageOf({ required_qty: 3, assignment }, now)).toEqual({ ...noCoverage, needed: 3, ...figures })
  })

  it('is covered exactly when confirmed plus invited reach what is required', () => {
    const assignments = fc.array(
      fc.record({ status: fc.constantFrom(...assignmentStatuses), invite_sent: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.nat(20), assignments, (required_qty, assignment) => {
        const coverage = coverageOf({ required_qty, assignment }, now)
        const invited = assignment.filter(({ status }) => status === 'INVITED').length
        expect(coverage.pending).toBe(invited)
        expect(isCovered(coverage)).toBe(coverage.confirmed + invited >= required_qty)
        expect(coverage.missing).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('sumCoverage (D37)', () => {
  it('does not let an overfilled shift hide a gap', () => {
    const overfilled = coverageOf({ required_qty: 1, assignment: [confirmed, confirmed, asked] }, now)
    const empty = coverageOf({ required_qty: 2, assignment: [expired] }, now)
    const sum = sumCoverage([overfilled, empty])
    expect(sum).toEqual({
      ...noCoverage,
      needed: 3,
      confirmed: 2,
      pending: 2,
      asked: 1,
      expired: 1,
      missing: 1,
    })
    expect(isCovered(sum)).toBe(false)
  })

  it('is zero for no shifts', () => {
    expect(sumCoverage([])).toEqual(noCoverage)
  })
})

it.each([
  [0, false],
  [1, false],
  [2, true],
  [3, true],
])('D37: %i confirmed of 2 needed are all: %s', (count, isAll) => {
  expect(isConfirmed({ needed: 2, confirmed: count })).toBe(isAll)
})
