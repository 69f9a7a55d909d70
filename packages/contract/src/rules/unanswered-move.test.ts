import { describe, expect, test } from 'vitest'
import { confirmBy, confirmByInForce } from './unanswered-move.ts'

const start_dt = '2026-06-20T08:30:00.000Z'

describe('by when to answer about a new time (V1)', () => {
  test.each([
    ['on the hour, exactly 48 hours later', '2026-06-10T08:00:00.000Z', '2026-06-12T08:00:00.000Z'],
    ['never less than 48 hours later', '2026-06-10T08:00:00.001Z', '2026-06-12T09:00:00.000Z'],
    ['the last hour before the place is kept', '2026-06-17T08:00:00.000Z', '2026-06-19T08:00:00.000Z'],
    ['never within 24 hours before the start', '2026-06-17T08:00:00.001Z', null],
    ['never of a shift that starts soon', '2026-06-20T08:00:00.000Z', null],
  ])('%s', (_name, now, expected) => expect(confirmBy({ start_dt }, now)).toBe(expected))

  test.each([
    ['2026-06-19T08:29:59.999Z', '2026-06-19T08:00:00.000Z'],
    ['2026-06-19T08:30:00.000Z', null],
  ])('at %s: %s', (now, expected) =>
    expect(confirmByInForce('2026-06-19T08:00:00.000Z', { start_dt }, now)).toBe(expected),
  )
})
