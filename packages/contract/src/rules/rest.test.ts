import { describe, expect, it } from 'vitest'
import { HOUR_MS } from './instants.ts'
import { findShortRest } from './rest.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 6, 4, hour)).toISOString()
const from = (start: number, end: number) => ({ start_dt: at(start), end_dt: at(end) })

describe('rest between shifts (D50)', () => {
  it.each([
    { name: 'touching at the end', other: from(12, 14), hours: 0 },
    { name: 'touching at the start', other: from(8, 10), hours: 0 },
    { name: 'too soon after', other: from(22, 24), hours: 10 },
    { name: 'too soon before', other: from(-5, 0), hours: 10 },
    { name: 'just enough', other: from(23, 24), hours: undefined },
    { name: 'overlapping, which is a conflict', other: from(11, 14), hours: undefined },
  ])('$name', ({ other, hours }) => {
    const found = findShortRest(from(10, 12), [other], 11)
    expect(found && found.rest_ms / HOUR_MS).toBe(hours)
  })

  it('is not asked for without a limit', () => {
    expect(findShortRest(from(10, 12), [from(12, 14)], null)).toBeUndefined()
  })

  it('names the shift that leaves least', () => {
    const nearest = from(13, 14)
    expect(findShortRest(from(10, 12), [from(2, 6), nearest, from(20, 22)], 11)?.other).toBe(nearest)
  })

  // In Stockholm: to 23:00 and from 09:00, ten hours by the clock.
  it.each([
    {
      night: 'spring, an hour shorter',
      end: '2026-03-28T22:00:00Z',
      start: '2026-03-29T07:00:00Z',
      hours: 9,
    },
    {
      night: 'autumn, an hour longer',
      end: '2026-10-24T21:00:00Z',
      start: '2026-10-25T08:00:00Z',
      hours: 11,
    },
  ])('of the night of $night', ({ end, start, hours }) => {
    const late = { start_dt: '2026-01-01T00:00:00Z', end_dt: end }
    const early = { start_dt: start, end_dt: '2026-12-31T00:00:00Z' }
    expect(findShortRest(late, [early], 12)?.rest_ms).toBe(hours * HOUR_MS)
    expect(findShortRest(late, [early], hours)).toBeUndefined()
  })
})
