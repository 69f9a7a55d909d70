import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFull, spotsLeft } from './capacity.ts'

describe('spotsLeft (D12)', () => {
  it.each([
    { required_qty: 5, confirmed: 0, left: 5 },
    { required_qty: 5, confirmed: 4, left: 1 },
    { required_qty: 5, confirmed: 5, left: 0 },
    { required_qty: 3, confirmed: 5, left: 0 },
  ])('$confirmed of $required_qty leave $left', ({ required_qty, confirmed, left }) => {
    expect(spotsLeft(required_qty, confirmed)).toBe(left)
    expect(isFull(required_qty, confirmed)).toBe(left === 0)
  })

  it('is never negative, and full exactly when nothing is left', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (required_qty, confirmed) => {
        expect(spotsLeft(required_qty, confirmed)).toBeGreaterThanOrEqual(0)
        expect(isFull(required_qty, confirmed)).toBe(confirmed >= required_qty)
      }),
    )
  })
})
