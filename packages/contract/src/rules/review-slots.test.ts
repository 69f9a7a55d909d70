import { describe, expect, it, test } from 'vitest'
import { reviewSlots } from './review-slots.ts'

const at = (start: number, end: number, role_id = 'cafe') => ({
  role_id,
  start_dt: new Date(Date.UTC(2026, 10, 27, start)).toISOString(),
  end_dt: new Date(Date.UTC(2026, 10, 27, end)).toISOString(),
})
const slot = (start: number, end: number, role_id?: string) => ({
  ...at(start, end, role_id),
  day: '2026-11-27',
  required_qty: 2,
})

describe('reviewSlots (D46)', () => {
  test.each([
    ['the same', at(8, 12), { isTwin: true, isOverlapping: false }],
    ['another role', at(8, 12, 'door'), { isTwin: false, isOverlapping: false }],
    ['another end', at(8, 13), { isTwin: false, isOverlapping: true }],
    ['inside', at(9, 10), { isTwin: false, isOverlapping: true }],
    ['touching', at(12, 14), { isTwin: false, isOverlapping: false }],
  ])('%s', (_name, existing, expected) => {
    const [found] = reviewSlots([slot(8, 12)], [existing])
    expect({ isTwin: found?.twin === existing, isOverlapping: found?.isOverlapping }).toEqual(expected)
  })

  it('counts a second twin that is there as an overlap', () =>
    expect(reviewSlots([slot(8, 12)], [at(8, 12), at(8, 12)])[0]?.isOverlapping).toBe(true))

  it('finds what is repeated in the list, and keeps the keys apart', () => {
    const found = reviewSlots([slot(8, 12), slot(12, 16), slot(8, 12)], [])
    expect(found.map(({ isRepeated }) => isRepeated)).toEqual([false, false, true])
    expect(new Set(found.map(({ key }) => key)).size).toBe(3)
  })
})
