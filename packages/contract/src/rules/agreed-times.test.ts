import { describe, expect, test } from 'vitest'
import { type Agreed, agreedAfterMove, isMovedFar, isTimeUnconfirmed } from './agreed-times.ts'

const time_zone = 'Europe/Stockholm'
const times = (start: string, end = '14:00') => ({
  start_dt: `2026-06-20T${start}:00.000Z`,
  end_dt: `2026-06-20T${end}:00.000Z`,
})
const agreed = times('10:00')

describe('isMovedFar', () => {
  test.each([
    ['30 minutes later', times('10:30', '14:30'), false],
    ['30 minutes and a second', { ...agreed, start_dt: '2026-06-20T10:30:01.000Z' }, true],
    ['31 minutes earlier', times('09:29'), true],
    ['31 minutes longer', times('10:00', '14:31'), true],
  ])('%s: %s', (_name, to, isFar) => expect(isMovedFar(agreed, to, time_zone)).toBe(isFar))

  test('a few minutes over midnight of the event are another day', () => {
    const evening = { start_dt: '2026-06-20T21:50:00.000Z', end_dt: '2026-06-21T01:00:00.000Z' }
    const night = { ...evening, start_dt: '2026-06-20T22:00:00.000Z' }
    expect(isMovedFar(evening, night, time_zone)).toBe(true)
    expect(isMovedFar(evening, night, 'UTC')).toBe(false)
  })
})

const asked = '2026-06-01T08:00:00.000Z'
const now = '2026-06-02T08:00:00.000Z'
const none: Agreed = { agreed: null, asked_again_at: null }
const open: Agreed = { agreed, asked_again_at: asked }
const move = (before: Agreed, from: string, to: string, is_notified = true) =>
  agreedAfterMove(before, { from: times(from), to: times(to), time_zone, is_notified, now })

test.each([
  ['a millisecond before the start', '2026-06-20T09:59:59.999Z', asked, true],
  ['at the start', '2026-06-20T10:00:00.000Z', asked, false],
  ['not asked', '2026-06-20T09:00:00.000Z', null, false],
])('isTimeUnconfirmed, %s: %s', (_name, at, asked_again_at, is) =>
  expect(isTimeUnconfirmed({ asked_again_at }, times('10:00'), at)).toBe(is),
)

describe('agreedAfterMove', () => {
  test('asks after a far move, and remembers what was agreed to', () =>
    expect(move(none, '10:00', '11:00')).toEqual({ agreed, asked_again_at: now }))

  test('asks anew after a second move, about the times first agreed to', () =>
    expect(move(open, '11:00', '12:00')).toEqual({ agreed, asked_again_at: now }))

  test('small moves add up', () => {
    const first = move(none, '10:00', '10:20')
    expect(first).toEqual({ agreed, asked_again_at: null })
    expect(move(first, '10:20', '10:40')).toEqual({ agreed, asked_again_at: now })
  })

  test('moving back withdraws the question', () => {
    expect(move(open, '11:00', '10:30')).toEqual({ agreed, asked_again_at: null })
    expect(move(open, '11:00', '10:00')).toEqual(none)
    expect(move(open, '11:00', '10:00', false)).toEqual(none)
  })

  test('a move that is not told asks nothing, and takes no question back', () => {
    expect(move(none, '10:00', '12:00', false)).toEqual(none)
    expect(move(open, '11:00', '12:00', false)).toEqual(open)
  })

  test('without other times nothing changes', () => expect(move(open, '11:00', '11:00')).toBe(open))
})
