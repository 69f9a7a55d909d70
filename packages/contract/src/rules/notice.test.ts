import { describe, expect, it } from 'vitest'
import { isTold } from './notice.ts'

const now = '2026-07-01T12:00:00.000Z'
const sent = '2026-06-30T12:00:00.000Z'
const over = { end_dt: now }
const running = { end_dt: '2026-07-01T12:00:00.001Z' }

describe('isTold (D21)', () => {
  it.each([
    { status: 'CONFIRMED', invite_sent_at: sent, told: true },
    { status: 'CONFIRMED', invite_sent_at: null, told: true },
    { status: 'INVITED', invite_sent_at: sent, told: true },
    { status: 'INVITED', invite_sent_at: null, told: false },
    { status: 'DECLINED', invite_sent_at: sent, told: false },
    { status: 'ABSENT', invite_sent_at: sent, told: false },
  ] as const)(
    '$status, sent $invite_sent_at: $told, and nobody after the shift',
    ({ told, ...assignment }) => {
      expect(isTold(assignment, [running], now)).toBe(told)
      expect(isTold(assignment, [over], now)).toBe(false)
    },
  )

  it.each([
    { name: 'from the past into the future', times: [over, running], told: true },
    { name: 'from the future into the past', times: [running, over], told: true },
    { name: 'within the past', times: [over, over], told: false },
  ])('a move $name: $told', ({ times, told }) => {
    expect(isTold({ status: 'CONFIRMED', invite_sent_at: null }, times, now)).toBe(told)
  })
})
