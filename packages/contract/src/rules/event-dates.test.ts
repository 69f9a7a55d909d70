import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysMoved, isDisplaced, meantClock, moveShift } from './event-dates.ts'
import { DAY_MS, MINUTE_MS } from './instants.ts'
import { overlaps, type TimeWindow } from './time-conflict.ts'
import { addDays, listInstants } from './wall-time.ts'
import { instantToWall, isOutsideEvent } from './zone.ts'

const QUARTER_MS = 15 * MINUTE_MS

const STOCKHOLM = 'Europe/Stockholm'
const startingAt = (event_date_start: string) => ({ event_date_start, time_zone: STOCKHOLM })
const within = (days: number) => ({ from: STOCKHOLM, to: STOCKHOLM, days })

const ZONES = [
  'Europe/Stockholm',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'Atlantic/Reykjavik',
  'Atlantic/Cape_Verde',
  'America/Nuuk',
  'America/Scoresbysund',
  'America/St_Johns',
  'America/Halifax',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'Pacific/Easter',
  'Pacific/Honolulu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Pacific/Norfolk',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Asia/Gaza',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Antarctica/Troll',
  'UTC',
]
const FIRST = Date.UTC(2022, 0)
const LAST = Date.UTC(2032, 0)

/** Instants at which the clocks of a zone change. */
function listChanges(zone: string): number[] {
  const wallAt = (ms: number) => Date.parse(`${instantToWall(new Date(ms).toISOString(), zone)}Z`)
  const changes: number[] = []
  for (let day = FIRST; day < LAST; day += DAY_MS) {
    if (wallAt(day + DAY_MS) - wallAt(day) === DAY_MS) continue
    const offset = wallAt(day) - day
    let [low, high] = [day, day + DAY_MS]
    while (high - low > MINUTE_MS) {
      const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS
      if (wallAt(middle) - middle === offset) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

const changesOf = new Map(ZONES.map((zone) => [zone, listChanges(zone)]))

/** A shift near a change of the clocks, where there is one, on quarters of an hour. */
const shiftIn = (zone: string) =>
  fc
    .record({
      near: fc.constantFrom(...(changesOf.get(zone) ?? []), FIRST, LAST),
      start: fc.integer({ min: -2 * 96, max: 2 * 96 }),
      quarters: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ near, start, quarters }) => ({
      start_dt: new Date(near + start * QUARTER_MS).toISOString(),
      end_dt: new Date(near + (start + quarters) * QUARTER_MS).toISOString(),
    }))

const movesOf = fc
  .record({
    from: fc.constantFrom(...ZONES),
    to: fc.constantFrom(...ZONES),
    days: fc.integer({ min: -40, max: 40 }),
  })
  .chain((move) => fc.record({ move: fc.constant(move), a: shiftIn(move.from), b: shiftIn(move.from) }))

const isUnique = (wall: string, zone: string) => listInstants(wall, zone).length === 1
const lengthOf = ({ start_dt, end_dt }: TimeWindow) => Date.parse(end_dt) - Date.parse(start_dt)
const RUNS = { numRuns: 3_000 }

describe('moveShift (D21, D25)', () => {
  it.each([
    {
      name: 'keeps seconds',
      shift: ['2027-07-03T08:00:30.500Z', '2027-07-03T09:00:00.000Z'],
      move: within(7),
      is: ['2027-07-10T08:00:30.500Z', '2027-07-10T09:00:00.000Z'],
    },
    {
      name: 'keeps both clock times over a skipped hour',
      shift: ['2027-03-26T21:00:00.000Z', '2027-03-27T05:00:00.000Z'],
      move: within(1),
      is: ['2027-03-27T21:00:00.000Z', '2027-03-28T04:00:00.000Z'],
    },
    {
      name: 'keeps the clock in another zone',
      shift: ['2027-07-03T08:00:00.000Z', '2027-07-03T10:00:00.000Z'],
      move: { from: STOCKHOLM, to: 'America/New_York', days: 7 },
      is: ['2027-07-10T14:00:00.000Z', '2027-07-10T16:00:00.000Z'],
    },
    {
      name: 'keeps the length where the start is skipped',
      shift: ['2027-03-27T01:00:00.000Z', '2027-03-27T02:00:00.000Z'],
      move: within(1),
      is: ['2027-03-28T01:00:00.000Z', '2027-03-28T02:00:00.000Z'],
    },
    {
      name: 'keeps the length where the end is skipped',
      shift: ['2027-03-27T00:00:00.000Z', '2027-03-27T01:30:00.000Z'],
      move: within(1),
      is: ['2027-03-28T00:00:00.000Z', '2027-03-28T01:30:00.000Z'],
    },
    {
      name: 'keeps the length where the start is repeated',
      shift: ['2027-10-30T00:00:00.000Z', '2027-10-30T01:00:00.000Z'],
      move: within(1),
      is: ['2027-10-31T00:00:00.000Z', '2027-10-31T01:00:00.000Z'],
    },
    {
      name: 'by a change of zone alone',
      shift: ['2027-03-28T02:30:00.000Z', '2027-03-28T03:00:00.000Z'],
      move: { from: 'UTC', to: STOCKHOLM, days: 0 },
      is: ['2027-03-28T01:30:00.000Z', '2027-03-28T02:00:00.000Z'],
    },
  ])('$name', ({ shift: [start_dt = '', end_dt = ''], move, is: [start = '', end = ''] }) => {
    expect(moveShift({ start_dt, end_dt }, move)).toMatchObject({ start_dt: start, end_dt: end })
  })

  it('says which times were meant of a displaced shift only', () => {
    const shift = { start_dt: '2027-03-27T01:00:00.000Z', end_dt: '2027-03-27T02:00:00.000Z' }
    const displaced = moveShift(shift, within(1))
    expect(isDisplaced(displaced, STOCKHOLM)).toBe(true)
    expect(meantClock(displaced, STOCKHOLM)).toEqual({
      start_dt: '2027-03-28T02:00',
      end_dt: '2027-03-28T03:00',
    })
    expect(moveShift(displaced, within(1))).toEqual({
      start_dt: '2027-03-29T00:00:00.000Z',
      end_dt: '2027-03-29T01:00:00.000Z',
      meant_times: null,
    })
  })

  it('there and back changes nothing, in steps too', () => {
    fc.assert(
      fc.property(movesOf, fc.integer({ min: -40, max: 40 }), ({ move: { from, to, days }, a }, more) => {
        const there = moveShift(a, { from, to, days })
        expect(moveShift(there, { from: to, to: from, days: -days })).toMatchObject(a)
        const further = moveShift(there, { from: to, to, days: more })
        expect(moveShift(further, { from: to, to: from, days: -days - more })).toMatchObject(a)
      }),
      RUNS,
    )
  })

  it('keeps the wall clock, or the length where a time is skipped or repeated', () => {
    fc.assert(
      fc.property(movesOf, ({ move, a }) => {
        const moved = moveShift(a, move)
        const [start, end] = [a.start_dt, a.end_dt].map((at) =>
          addDays(instantToWall(at, move.from), move.days),
        )
        expect(lengthOf(moved)).toBeGreaterThan(0)
        if (isUnique(start ?? '', move.to) && isUnique(end ?? '', move.to) && (start ?? '') < (end ?? '')) {
          expect(instantToWall(moved.start_dt, move.to)).toBe(start)
          expect(instantToWall(moved.end_dt, move.to)).toBe(end)
        } else {
          expect(lengthOf(moved)).toBe(lengthOf(a))
        }
      }),
      RUNS,
    )
  })

  it('keeps the order, and makes conflicts only by displacing', () => {
    fc.assert(
      fc.property(movesOf, ({ move, a, b }) => {
        const [one, other] = [moveShift(a, move), moveShift(b, move)]
        const clocks = [one, other].map((shift) => meantClock(shift, move.to))
        if (
          clocks.every(({ start_dt, end_dt }) => isUnique(start_dt, move.to) && isUnique(end_dt, move.to))
        ) {
          const [first, second] = clocks
          expect(one.start_dt < other.start_dt).toBe((first?.start_dt ?? '') < (second?.start_dt ?? ''))
        }
        if (overlaps(one, other) && !overlaps(a, b)) {
          const isFromTheHour = [one, other].some(({ meant_times }) => meant_times !== null)
          expect(isFromTheHour).toBe(true)
        }
      }),
      RUNS,
    )
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

  it('ends with the day before an end at midnight', () => {
    const until_midnight = { ...event, event_date_end: '2027-07-04T22:00:00.000Z' }
    expect(isOutsideEvent({ start_dt: '2027-07-04T21:00:00.000Z' }, until_midnight)).toBe(false)
    expect(isOutsideEvent({ start_dt: '2027-07-04T22:00:00.000Z' }, until_midnight)).toBe(true)
  })

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

it('what was meant by former times is forgotten once other times were written (D25)', () => {
  const typed = { start_dt: '2027-03-27T01:00:00.000Z', end_dt: '2027-03-27T02:00:00.000Z' }
  const zone = 'Europe/Stockholm'
  const moved = moveShift(typed, { from: zone, to: zone, days: 1 })
  expect(moved.meant_times).not.toBeNull()
  expect(moveShift(moved, { from: zone, to: zone, days: -1 })).toMatchObject(typed)
  const edited = { ...moved, start_dt: '2027-03-28T03:00:00.000Z', end_dt: '2027-03-28T05:00:00.000Z' }
  expect(moveShift(edited, { from: zone, to: zone, days: -1 })).toEqual({
    start_dt: '2027-03-27T04:00:00.000Z',
    end_dt: '2027-03-27T06:00:00.000Z',
    meant_times: null,
  })
})
