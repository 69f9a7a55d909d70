import { describe, expect, test } from 'vitest'
import { cancelUntil, possibleChange } from './answer-change.ts'

const shift = { start_dt: '2026-06-20T10:00:00.000Z' }

describe('cancelUntil', () => {
  test.each([
    [24, '2026-06-19T10:00:00.000Z'],
    [0, '2026-06-20T10:00:00.000Z'],
    [null, null],
  ])('%s hours', (hours, until) =>
    expect(cancelUntil({ shift, cancel_until_hours: hours, is_asked_again: false })).toBe(until),
  )

  test.each([24, null])('%s hours, asked whether a new time works: until it starts', (hours) =>
    expect(cancelUntil({ shift, cancel_until_hours: hours, is_asked_again: true })).toBe(shift.start_dt),
  )
})

const at = (now: string, hours: number | null = 24) => ({
  shift,
  cancel_until_hours: hours,
  is_asked_again: false,
  now,
})

describe('possibleChange', () => {
  test.each([
    ['2026-06-19T09:59:59.999Z', 24, 'cancel'],
    ['2026-06-19T10:00:00.000Z', 24, undefined],
    ['2026-06-20T09:59:59.999Z', 0, 'cancel'],
    ['2026-06-20T10:00:00.000Z', 0, undefined],
    ['2026-01-01T00:00:00.000Z', null, undefined],
  ])('CONFIRMED at %s with %s hours: %s', (now, hours, change) =>
    expect(possibleChange({ status: 'CONFIRMED', ...at(now, hours) })).toBe(change),
  )

  test.each([
    ['2026-06-20T09:59:59.999Z', 'take'],
    ['2026-06-20T10:00:00.000Z', undefined],
  ])('DECLINED at %s, after the time for cancelling: %s', (now, change) =>
    expect(possibleChange({ status: 'DECLINED', ...at(now, null) })).toBe(change),
  )

  test.each(['INVITED', 'ABSENT'] as const)('%s is not an answer', (status) =>
    expect(possibleChange({ status, ...at('2026-01-01T00:00:00.000Z') })).toBeUndefined(),
  )
})
