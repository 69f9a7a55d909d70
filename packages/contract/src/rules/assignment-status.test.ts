import { describe, expect, it } from 'vitest'
import { canAnswer, checkStatusChange, holdsPlace, isSignedUp, occupiesTime } from './assignment-status.ts'

describe('what a status means', () => {
  it.each([
    { status: 'INVITED', signedUp: false, place: false, time: true, answer: true },
    { status: 'CONFIRMED', signedUp: true, place: true, time: true, answer: false },
    { status: 'DECLINED', signedUp: false, place: false, time: false, answer: false },
    { status: 'ABSENT', signedUp: true, place: false, time: false, answer: false },
  ] as const)('$status', ({ status, signedUp, place, time, answer }) => {
    expect(isSignedUp(status)).toBe(signedUp)
    expect(holdsPlace(status)).toBe(place)
    expect(occupiesTime(status)).toBe(time)
    expect(canAnswer(status)).toBe(answer)
  })
})

describe('checkStatusChange (D20)', () => {
  const shift = { start_dt: '2026-07-04T08:00:00.000Z' }

  it.each([
    { from: 'CONFIRMED', to: 'ABSENT', now: '2026-07-04T07:59:59.999Z', answer: 'shift_not_started' },
    { from: 'CONFIRMED', to: 'ABSENT', now: '2026-07-04T08:00:00.000Z', answer: 'ok' },
    { from: 'INVITED', to: 'ABSENT', now: '2026-07-04T07:00:00.000Z', answer: 'shift_not_started' },
    { from: 'ABSENT', to: 'ABSENT', now: '2026-07-04T07:00:00.000Z', answer: 'ok' },
    { from: 'ABSENT', to: 'CONFIRMED', now: '2026-07-04T07:00:00.000Z', answer: 'ok' },
    { from: 'INVITED', to: 'DECLINED', now: '2026-07-04T07:00:00.000Z', answer: 'ok' },
    { from: 'DECLINED', to: 'INVITED', now: '2026-07-04T09:00:00.000Z', answer: 'ok' },
  ] as const)('$from to $to at $now: $answer', ({ from, to, now, answer }) => {
    expect(checkStatusChange({ from, to, shift, now })).toBe(answer)
  })
})
