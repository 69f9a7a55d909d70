import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysMoved, isOutsideEvent, moveInstant, moveShift } from './event-dates.ts'
import { instantToWall } from './zone.ts'

const STOCKHOLM = 'Europe/Stockholm'
const startingAt = (event_date_start: string) => ({ event_date_start, time_zone: STOCKHOLM })
const within = (days: number) => ({ from: STOCKHOLM, to: STOCKHOLM, days })

describe('moveInstant (D21, D25)', () => {
  it.each([
    { name: 'not at all', at: '2027-07-03T08:00:30.500Z', move: within(0), is: '2027-07-03T08:00:30.500Z' },
    { name: 'a week', at: '2027-07-03T08:00:30.500Z', move: within(7), is: '2027-07-10T08:00:30.500Z' },
    { name: 'back', at: '2027-07-03T08:00:00.000Z', move: within(-3), is: '2027-06-30T08:00:00.000Z' },
    {
      name: 'into summer time',
      at: '2027-03-20T09:00:00.000Z',
      move: within(14),
      is: '2027-04-03T08:00:00.000Z',
    },
    { name: 'out of it', at: '2027-10-30T08:00:00.000Z', move: within(1), is: '2027-10-31T09:00:00.000Z' },
    {
      name: 'onto a skipped hour',
      at: '2027-03-27T01:30:00.000Z',
      move: within(1),
      is: '2027-03-28T01:30:00.000Z',
    },
    {
      name: 'and to another zone',
      at: '2027-07-03T08:00:00.000Z',
      move: { from: STOCKHOLM, to: 'America/New_York', days: 7 },
      is: '2027-07-10T14:00:00.000Z',
    },
  ])('$name', ({ at, move, is }) => {
    expect(moveInstant(at, move)).toBe(is)
  })

  it('keeps the wall clock, except in a skipped hour', () => {
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, fc.integer({ min: -400, max: 400 }), (at, days) => {
        const clock = instantToWall(at.toISOString(), STOCKHOLM).slice(11)
        fc.pre(!clock.startsWith('02:'))
        const moved = instantToWall(moveInstant(at.toISOString(), within(days)), STOCKHOLM)
        expect(moved.slice(11)).toBe(clock)
      }),
    )
  })
})

describe('moveShift (D21)', () => {
  it.each([
    {
      name: 'keeps both clock times over a change of the clocks',
      shift: { start_dt: '2027-03-26T21:00:00.000Z', end_dt: '2027-03-27T05:00:00.000Z' },
      is: { start_dt: '2027-03-27T21:00:00.000Z', end_dt: '2027-03-28T04:00:00.000Z' },
    },
    {
      name: 'keeps the length where the end would come before the start',
      shift: { start_dt: '2027-03-27T01:30:00.000Z', end_dt: '2027-03-27T02:00:00.000Z' },
      is: { start_dt: '2027-03-28T01:30:00.000Z', end_dt: '2027-03-28T02:00:00.000Z' },
    },
  ])('$name', ({ shift, is }) => {
    expect(moveShift(shift, within(1))).toEqual(is)
  })
})

describe('daysMoved (D21)', () => {
  it.each([
    { before: '2027-07-03T08:00:00.000Z', after: '2027-07-03T12:00:00.000Z', days: 0 },
    { before: '2027-07-03T08:00:00.000Z', after: '2027-07-10T06:00:00.000Z', days: 7 },
    { before: '2027-07-03T08:00:00.000Z', after: '2027-07-02T22:30:00.000Z', days: 0 },
    { before: '2027-07-03T08:00:00.000Z', after: '2027-07-02T21:30:00.000Z', days: -1 },
    { before: '2027-03-27T12:00:00.000Z', after: '2027-03-29T11:00:00.000Z', days: 2 },
  ])('$before → $after: $days', ({ before, after, days }) => {
    expect(daysMoved(startingAt(before), startingAt(after))).toBe(days)
  })

  it('counts each start in its own zone', () => {
    expect(
      daysMoved(
        { event_date_start: '2027-07-03T22:30:00.000Z', time_zone: STOCKHOLM },
        { event_date_start: '2027-07-04T22:30:00.000Z', time_zone: 'America/New_York' },
      ),
    ).toBe(0)
  })
})

describe('isOutsideEvent (D21)', () => {
  const event = {
    event_date_start: '2027-07-03T08:00:00.000Z',
    event_date_end: '2027-07-04T20:00:00.000Z',
    time_zone: STOCKHOLM,
  }

  it.each([
    { start_dt: '2027-07-02T21:59:00.000Z', isOutside: true },
    { start_dt: '2027-07-02T22:00:00.000Z', isOutside: false },
    { start_dt: '2027-07-03T06:00:00.000Z', isOutside: false },
    { start_dt: '2027-07-04T21:59:00.000Z', isOutside: false },
    { start_dt: '2027-07-04T22:00:00.000Z', isOutside: true },
  ])('a shift that starts $start_dt: $isOutside', ({ start_dt, isOutside }) => {
    expect(isOutsideEvent({ start_dt }, event)).toBe(isOutside)
  })
})
