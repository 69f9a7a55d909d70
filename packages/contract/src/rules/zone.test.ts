import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listDays } from './list-days.ts'
import { hasSensibleYear } from './sensible-year.ts'
import { addDays, instantWithOffset, listInstants, wallToInstant } from './wall-time.ts'
import { dayInZone, endsAfterNextDay, endsInTheNight, instantToWall, isTimeZone, lastDay } from './zone.ts'

describe('instantWithOffset', () => {
  it.each([
    ['2026-07-04T08:00:00.000Z', 'Europe/Stockholm', '2026-07-04T10:00:00+02:00'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Stockholm', '2027-01-01T00:30:00+01:00'],
    ['2026-07-04T14:00:00.000Z', 'America/New_York', '2026-07-04T10:00:00-04:00'],
    ['2026-07-04T12:30:00.000Z', 'America/St_Johns', '2026-07-04T10:00:00-02:30'],
    ['2026-07-04T04:15:00.000Z', 'Asia/Kathmandu', '2026-07-04T10:00:00+05:45'],
    ['2026-07-04T10:00:59.999Z', 'UTC', '2026-07-04T10:00:59+00:00'],
    // The offset tells which of the two equal hours is meant.
    ['2026-10-25T00:30:00.000Z', 'Europe/Stockholm', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Stockholm', '2026-10-25T02:30:00+01:00'],
  ])('%s in %s is %s', (iso, zone, expected) => {
    expect(instantWithOffset(iso, zone)).toBe(expected)
    expect(Math.floor(Date.parse(expected) / 1000)).toBe(Math.floor(Date.parse(iso) / 1000))
  })
})

it('negative control: without a zone, the day is that of the machine', () => {
  const instant = '2026-07-04T22:30:00.000Z'
  expect(dayInZone(instant, 'Europe/Stockholm')).toBe('2026-07-05')
  expect(new Intl.DateTimeFormat('sv').format(new Date(instant))).toBe('2026-07-04')
})

describe('wallToInstant (D25)', () => {
  it.each([
    ['2026-07-04T10:00', 'Europe/Stockholm', '2026-07-04T08:00:00.000Z'],
    ['2026-01-04T10:00', 'Europe/Stockholm', '2026-01-04T09:00:00.000Z'],
    ['2026-07-04T10:00', 'America/New_York', '2026-07-04T14:00:00.000Z'],
    ['2026-07-04T10:00', 'Asia/Kathmandu', '2026-07-04T04:15:00.000Z'],
    ['2026-07-04T10:00', 'UTC', '2026-07-04T10:00:00.000Z'],
    ['2026-12-31T23:59', 'Pacific/Kiritimati', '2026-12-31T09:59:00.000Z'],
    // 29 March 2026: clocks go from 02:00 to 03:00.
    ['2026-03-29T01:59', 'Europe/Stockholm', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:00', 'Europe/Stockholm', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Stockholm', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Stockholm', '2026-03-29T01:00:00.000Z'],
    // 25 October 2026: clocks go from 03:00 back to 02:00.
    ['2026-10-25T01:59', 'Europe/Stockholm', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T02:00', 'Europe/Stockholm', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Stockholm', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Stockholm', '2026-10-25T02:00:00.000Z'],
    // Lord Howe moves by half an hour.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(wallToInstant(wall, zone)).toBe(instant)
  })

  it.each(['0002', '0020', '0202'])('reads the year %s, which a date field passes through', (year) => {
    expect(wallToInstant(`${year}-07-04T10:00`, 'UTC')).toBe(`${year}-07-04T10:00:00.000Z`)
    expect(wallToInstant(`${year}-07-04T10:00`, 'Europe/Stockholm')).toMatch(new RegExp(`^${year}-07-04`))
  })

  it('throws RangeError on what is no time or no zone', () => {
    expect(() => wallToInstant('', 'Europe/Stockholm')).toThrow(RangeError)
    expect(() => wallToInstant('2026-13-01T10:00', 'Europe/Stockholm')).toThrow(RangeError)
    expect(() => wallToInstant('2026-07-04T10:00', 'Europe/Nowhere')).toThrow(RangeError)
  })
})

it.each([
  ['2000-01-01T00:00', true],
  ['2199-12-31T23:59', true],
  ['1999-12-31T23:59', false],
  ['2200-01-01T00:00', false],
  ['0202-06-21T08:00', false],
  ['12026-06-21T08:00', false],
  ['', false],
])('the year of %s is sensible: %s', (wall, isSensible) => {
  expect(hasSensibleYear(wall)).toBe(isSensible)
})

describe('instantToWall (D25)', () => {
  it.each([
    ['2026-07-04T08:00:00.000Z', 'Europe/Stockholm', '2026-07-04T10:00'],
    ['2026-07-03T22:00:00.000Z', 'Europe/Stockholm', '2026-07-04T00:00'],
    ['2026-03-29T00:59:59.999Z', 'Europe/Stockholm', '2026-03-29T01:59'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Stockholm', '2026-03-29T03:00'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Stockholm', '2026-10-25T02:30'],
    ['2026-10-25T01:30:00.000Z', 'Europe/Stockholm', '2026-10-25T02:30'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Stockholm', '2027-01-01T00:30'],
  ])('%s in %s shows %s', (instant, zone, wall) => {
    expect(instantToWall(instant, zone)).toBe(wall)
  })

  it('comes back to the same wall time, except where clocks skip it', () => {
    const zones = [
      'Europe/Stockholm',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Apia',
    ]
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const wall = instantToWall(new Date(minute * 60_000).toISOString(), zone)
        const instant = wallToInstant(wall, zone)
        expect(instantToWall(instant, zone)).toBe(wall)
        expect(Date.parse(instant)).toBeLessThanOrEqual(minute * 60_000)
      }),
    )
  })
})

describe('dayInZone (D25)', () => {
  it.each([
    ['2026-07-04T21:59:59.999Z', 'Europe/Stockholm', '2026-07-04'],
    ['2026-07-04T22:00:00.000Z', 'Europe/Stockholm', '2026-07-05'],
    ['2026-07-04T22:00:00.000Z', 'America/New_York', '2026-07-04'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(dayInZone(instant, zone)).toBe(day)
  })
})

describe('listInstants (D25)', () => {
  it.each([
    ['2027-03-28T01:59', 'Europe/Stockholm', ['2027-03-28T00:59:00.000Z']],
    ['2027-03-28T02:00', 'Europe/Stockholm', []],
    ['2027-03-28T02:59', 'Europe/Stockholm', []],
    ['2027-03-28T03:00', 'Europe/Stockholm', ['2027-03-28T01:00:00.000Z']],
    ['2027-10-31T02:30', 'Europe/Stockholm', ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', ['2027-04-03T14:45:00.000Z', '2027-04-03T15:15:00.000Z']],
    ['2011-12-30T12:00', 'Pacific/Apia', []],
  ])('%s in %s: %j', (wall, zone, instants) => {
    expect(listInstants(wall, zone)).toEqual(instants)
  })
})

describe('listDays (D25)', () => {
  it.each([
    ['2026-06-19T08:00:00Z', '2026-06-19T10:00:00Z', ['2026-06-19'], false, false],
    ['2026-06-19T20:00:00Z', '2026-06-19T22:00:00Z', ['2026-06-19'], false, false],
    ['2026-06-19T20:00:00Z', '2026-06-19T22:01:00Z', ['2026-06-19', '2026-06-20'], true, false],
    ['2026-06-19T20:00:00Z', '2026-06-20T04:00:00Z', ['2026-06-19', '2026-06-20'], false, false],
    ['2026-06-19T20:00:00Z', '2026-06-20T22:00:00Z', ['2026-06-19', '2026-06-20'], false, true],
    ['2026-06-19T20:00:00Z', '2026-06-21T04:00:00Z', ['2026-06-19', '2026-06-20', '2026-06-21'], false, true],
  ])('%s to %s: %j', (start, end, days, isNight, isLong) => {
    expect(listDays(start, end, 'Europe/Stockholm')).toEqual(days)
    expect(lastDay(start, end, 'Europe/Stockholm')).toBe(days.at(-1))
    expect(endsInTheNight(start, end, 'Europe/Stockholm')).toBe(isNight)
    expect(endsAfterNextDay(start, end, 'Europe/Stockholm')).toBe(isLong)
  })

  it('gives a date that cannot be read a day of its own', () => {
    expect(listDays('soon', '2026-06-19T08:00:00Z', 'UTC')).toEqual(['Invalid Date'])
    expect(listDays('2026-06-19T08:00:00Z', '', 'UTC')).toEqual(['2026-06-19'])
    expect(instantToWall('soon', 'UTC')).toBe('Invalid Date')
  })

  it('lists a year of a mistyped one', () => {
    expect(listDays('2026-06-19T08:00:00Z', '2199-06-19T08:00:00Z', 'UTC')).toHaveLength(366)
  })

  it('adds days to walls and days', () => {
    expect(addDays('2027-02-28T23:59', 1)).toBe('2027-03-01T23:59')
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
  })
})

describe('isTimeZone (D25)', () => {
  it.each([
    ['Europe/Stockholm', true],
    ['UTC', true],
    ['GMT', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['IST', false],
    ['AET', false],
    ['Europe/Nowhere', false],
    ['+01:00', false],
    ['', false],
    ['Europe/Stockholm; drop table', false],
  ])('%j: %s', (name, answer) => {
    expect(isTimeZone(name)).toBe(answer)
  })
})

/** Returns whether a format is created for the spelling. */
function isNew(spelling: string): boolean {
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockClear()
  isTimeZone(spelling)
  return made.mock.calls.length > 0
}

describe('formats that are remembered', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('are no more than a thousand, however many spellings are asked for', () => {
    const spellings = Array.from({ length: 2 ** 9 }, (_, n) =>
      Array.from('stockholm', (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
    ).flatMap((city) => [`europe/${city}`, `eUROPE/${city}`, `EUROPE/${city}`])
    expect(spellings.map(isNew)).toEqual(spellings.map(() => true))
    expect(isNew(spellings.at(-1) ?? '')).toBe(false)
    expect(isNew(spellings[0] ?? '')).toBe(true)
  })
})
