import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isLongShift, shiftClock, shiftInstants, shiftWalls } from './shift-times.ts'
import { clockOf } from './typed-time.ts'
import { addDays } from './wall-time.ts'

const day = '2026-11-27'
const zone = 'Europe/Stockholm'
const wall = (minutes: number, days: number) => `${addDays(day, days)}T${clockOf(minutes)}`

describe('shiftWalls', () => {
  test.each([
    ['a later end', { from: '20:00', to: '23:00' }, '2026-11-27T23:00'],
    ['an earlier end is on the next day', { from: '23:00', to: '02:00' }, '2026-11-28T02:00'],
    ['midnight is the end of the day', { from: '20:00', to: '00:00' }, '2026-11-28T00:00'],
    ['the same time is a whole day', { from: '08:00', to: '08:00' }, '2026-11-28T08:00'],
    ['a chosen day', { from: '08:00', to: '12:00', end_day: '2026-11-29' }, '2026-11-29T12:00'],
  ])('%s', (_name, clock, ends) =>
    expect(shiftWalls({ day, ...clock })).toEqual({ starts: `${day}T${clock.from}`, ends }),
  )

  it('is reversed by shiftClock', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(minute, minute, fc.integer({ min: 0, max: 3 }), (from, to, days) => {
        const walls = { starts: wall(from, 0), ends: wall(to, days) }
        expect(shiftWalls(shiftClock(walls))).toEqual(walls)
      }),
    )
  })
})

test('shiftInstants takes the second of a repeated time where it is meant', () => {
  const clock = { day: '2026-10-25', from: '02:15', to: '02:45' }
  expect(shiftInstants(clock, zone)).toEqual({
    start_dt: '2026-10-25T00:15:00.000Z',
    end_dt: '2026-10-25T00:45:00.000Z',
  })
  expect(shiftInstants(clock, zone, { end: true }).end_dt).toBe('2026-10-25T01:45:00.000Z')
  expect(shiftInstants(clock, zone, { start: true }).start_dt).toBe('2026-10-25T01:15:00.000Z')
})

test.each([
  ['16 hours', '2026-11-28T00:00:00.000Z', false],
  ['a minute more', '2026-11-28T00:01:00.000Z', true],
])('isLongShift, %s: %s', (_name, end_dt, is) =>
  expect(isLongShift({ start_dt: '2026-11-27T08:00:00.000Z', end_dt })).toBe(is),
)
