import { describe, expect, it } from 'vitest'
import { isNotified } from './notice.ts'

const now = '2026-07-01T12:00:00.000Z'
const over = { end_dt: now }
const running = { end_dt: '2026-07-01T12:00:00.001Z' }

describe('isNotified (D21)', () => {
  it.each([
    { status: 'CONFIRMED', was_written_to: true, told: true },
    { status: 'CONFIRMED', was_written_to: false, told: true },
    { status: 'INVITED', was_written_to: true, told: true },
    { status: 'INVITED', was_written_to: false, told: false },
    { status: 'DECLINED', was_written_to: true, told: false },
    { status: 'ABSENT', was_written_to: true, told: false },
  ] as const)(
    '$status, written to $was_written_to: $told, and nobody after the shift',
    ({ told, ...assignment }) => {
      expect(isNotified(assignment, [running], now)).toBe(told)
      expect(isNotified(assignment, [over], now)).toBe(false)
    },
  )

  it.each([
    { name: 'from the past into the future', times: [over, running], told: true },
    { name: 'from the future into the past', times: [running, over], told: true },
    { name: 'within the past', times: [over, over], told: false },
  ])('a move $name: $told', ({ times, told }) => {
    expect(isNotified({ status: 'CONFIRMED', was_written_to: false }, times, now)).toBe(told)
  })
})
