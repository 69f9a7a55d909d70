import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findConflict, overlaps } from './time-conflict.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 6, 4, hour)).toISOString()
const from = (start: number, end: number) => ({ start_dt: at(start), end_dt: at(end) })

describe('overlaps (D14)', () => {
  it.each([
    { name: 'apart', other: from(13, 14), answer: false },
    { name: 'touching at the end', other: from(12, 14), answer: false },
    { name: 'touching at the start', other: from(8, 10), answer: false },
    { name: 'crossing the end', other: from(11, 14), answer: true },
    { name: 'crossing the start', other: from(8, 11), answer: true },
    { name: 'inside', other: from(10, 11), answer: true },
    { name: 'around', other: from(8, 14), answer: true },
    { name: 'the same', other: from(10, 12), answer: true },
  ])('$name', ({ other, answer }) => {
    expect(overlaps(from(10, 12), other)).toBe(answer)
  })

  it('counts one millisecond', () => {
    const late = { start_dt: '2026-07-04T11:59:59.999Z', end_dt: at(14) }
    expect(overlaps(from(10, 12), late)).toBe(true)
  })

  it('compares instants, not spellings', () => {
    const stockholm = { start_dt: '2026-07-04T13:00:00+02:00', end_dt: '2026-07-04T15:00:00+02:00' }
    expect(overlaps(from(10, 12), stockholm)).toBe(true)
    expect(overlaps(from(8, 11), stockholm)).toBe(false)
  })

  it('holds both ways, and exactly when some hour lies in both', () => {
    const shift = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(shift, shift, ([a, aHours], [b, bHours]) => {
        const hours = Array.from({ length: aHours }, (_, i) => a + i)
        const shared = hours.some((hour) => hour >= b && hour < b + bHours)
        expect(overlaps(from(a, a + aHours), from(b, b + bHours))).toBe(shared)
        expect(overlaps(from(b, b + bHours), from(a, a + aHours))).toBe(shared)
      }),
    )
  })
})

describe('findConflict (D14)', () => {
  const candidate = { id: 'this', ...from(10, 12) }

  it.each([
    { name: 'invited elsewhere', status: 'INVITED', shift_id: 'other', found: true },
    { name: 'confirmed elsewhere', status: 'CONFIRMED', shift_id: 'other', found: true },
    { name: 'declined elsewhere', status: 'DECLINED', shift_id: 'other', found: false },
    { name: 'absent elsewhere', status: 'ABSENT', shift_id: 'other', found: false },
    { name: 'the shift itself', status: 'CONFIRMED', shift_id: 'this', found: false },
  ] as const)('$name', ({ status, shift_id, found }) => {
    const other = { shift_id, status, ...from(11, 13) }
    expect(findConflict(candidate, [other])).toBe(found ? other : undefined)
  })

  it('asks every shift when the candidate is not saved yet', () => {
    const other = { shift_id: 'this', status: 'INVITED', ...from(11, 13) } as const
    expect(findConflict(from(10, 12), [other])).toBe(other)
  })

  it('passes over what does not stand in the way', () => {
    const before = { shift_id: 'before', status: 'CONFIRMED', ...from(8, 10) } as const
    const during = { shift_id: 'during', status: 'INVITED', ...from(9, 11) } as const
    expect(findConflict(candidate, [before, during])).toBe(during)
    expect(findConflict(candidate, [])).toBeUndefined()
  })
})
