import { describe, expect, it } from 'vitest'
import { isNotified } from './notice.ts'

const now = '2026-07-01T12:00:00.000Z'
const over = { end_dt: now }
const running = { end_dt: '2026-07-01T12:00:00.001Z' }

describe('isNotified (D21)', () => {
  it.each([
    { status: 'CONFIRMED', was_written_to: true, notified: true },
    { status: 'CONFIRMED', was_written_to: false, notified: true },
    { status: 'INVITED', was_written_to: true, notified: true },
    { status: 'INVITED', was_written_to: false, notified: false },
    { status: 'DECLINED', was_written_to: true, notified: false },
    { status: 'ABSENT', was_written_to: true, notified: false },
  ] as const)(
    '$status, written to $was_written_to: $notified, and nobody after the shift',
    ({ notified, ...assignment }) => {
      expect(isNotified(assignment, [running], now)).toBe(notified)
      expect(isNotified(assignment, [over], now)).toBe(false)
    },
  )

  it.each([
    { name: 'from the past into the future', times: [over, running], notified: true },
    { name: 'from the future into the past', times: [running, over], notified: true },
    { name: 'within the past', times: [over, over], notified: false },
  ])('a move $name: $notified', ({ times, notified }) => {
    expect(isNotified({ status: 'CONFIRMED', was_written_to: false }, times, now)).toBe(notified)
  })
})
