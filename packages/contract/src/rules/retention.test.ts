import { expect, test } from 'vitest'
import { isRetentionOver, retentionEnds } from './retention.ts'

const ADDED = '2020-01-01T00:00:00.000Z'

test.each([
  { case: 'the same day two years later', end: '2026-06-20T22:00:00.000Z', ends: '2028-06-20T22:00:00.000Z' },
  {
    case: 'a leap day becomes the last of February',
    end: '2024-02-29T10:00:00.000Z',
    ends: '2026-02-28T10:00:00.000Z',
  },
  { case: 'into a leap year', end: '2026-02-28T23:59:59.999Z', ends: '2028-02-28T23:59:59.999Z' },
  { case: 'the month is that of UTC', end: '2025-12-31T23:30:00.000Z', ends: '2027-12-31T23:30:00.000Z' },
])('retentionEnds: $case', ({ end, ends }) => {
  expect(retentionEnds({ last_shift_end: end, created_at: ADDED }, 24)).toBe(ends)
})

test('retentionEnds: without a shift it counts from when the person was added', () => {
  expect(retentionEnds({ last_shift_end: null, created_at: ADDED }, 24)).toBe('2022-01-01T00:00:00.000Z')
})

test('retentionEnds: a month that is shorter', () => {
  const created_at = '2026-01-31T08:00:00.000Z'
  expect(retentionEnds({ last_shift_end: null, created_at }, 1)).toBe('2026-02-28T08:00:00.000Z')
})

const LAST = '2026-06-20T22:00:00.000Z'

test.each([
  { case: 'the day before', now: '2028-06-19T22:00:00.000Z', over: false },
  { case: 'a millisecond before', now: '2028-06-20T21:59:59.999Z', over: false },
  { case: 'the instant', now: '2028-06-20T22:00:00.000Z', over: true },
  { case: 'the day after', now: '2028-06-21T22:00:00.000Z', over: true },
  { case: 'before the shift is over', now: '2026-06-20T21:00:00.000Z', over: false },
])('isRetentionOver: $case', ({ now, over }) => {
  expect(isRetentionOver({ last_shift_end: LAST, created_at: ADDED }, { months: 24, now })).toBe(over)
})

test('isRetentionOver: added late, with an old shift only', () => {
  const kept = { last_shift_end: LAST, created_at: '2028-06-01T00:00:00.000Z' }
  expect(isRetentionOver(kept, { months: 24, now: '2028-06-20T22:00:00.000Z' })).toBe(true)
})
