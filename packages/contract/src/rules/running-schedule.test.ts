import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssignmentStatus, assignmentStatuses } from './assignment-status.ts'
import { coverageOf } from './coverage.ts'
import { buildRunningSchedule } from './running-schedule.ts'

const stockholm = () => 'Europe/Stockholm'

const buildShift = (start_dt: string, end_dt: string, people: AssignmentStatus[] = [], required_qty = 2) => ({
  start_dt,
  end_dt,
  required_qty,
  assignment: people.map((status) => ({ status })),
})

const toIso = (minutes: number) => new Date(minutes * 60_000).toISOString()

const rowOf = (start: string, end: string) =>
  buildRunningSchedule([buildShift(start, end)], stockholm)[0]?.rows[0]

const timesOf = (shifts: ReturnType<typeof buildShift>[], zone = 'Europe/Stockholm') =>
  buildRunningSchedule(shifts, () => zone).map(({ day, hours, rows }) => ({
    day,
    hours: `${hours.from}-${hours.to}`,
    rows: rows.map(({ start, end, ends_on_later_day }) => `${start}-${end}${ends_on_later_day ? '+' : ''}`),
  }))

describe('days and rows', () => {
  it('has none without shifts', () => {
    expect(buildRunningSchedule([], stockholm)).toEqual([])
  })

  it('groups by the day in the zone of the event and sorts by start, then by end', () => {
    const shifts = [
      buildShift('2026-06-20T06:00:00Z', '2026-06-20T08:00:00Z'),
      buildShift('2026-06-19T10:00:00Z', '2026-06-19T14:00:00Z'),
      buildShift('2026-06-19T06:00:00Z', '2026-06-19T10:00:00Z'),
      buildShift('2026-06-19T06:00:00Z', '2026-06-19T08:00:00Z'),
    ]
    expect(timesOf(shifts)).toEqual([
      { day: '2026-06-19', hours: '08:00-16:00', rows: ['08:00-10:00', '08:00-12:00', '12:00-16:00'] },
      { day: '2026-06-20', hours: '08:00-10:00', rows: ['08:00-10:00'] },
    ])
    expect(timesOf(shifts, 'Pacific/Auckland').map(({ day }) => day)).toEqual(['2026-06-19', '2026-06-20'])
  })

  it('repeats a shift over midnight on the day that it ends', () => {
    const shifts = [
      buildShift('2026-06-20T22:00:00Z', '2026-06-21T02:00:00Z'),
      buildShift('2026-06-20T20:00:00Z', '2026-06-21T00:00:00Z'),
    ]
    expect(timesOf(shifts)).toEqual([
      { day: '2026-06-20', hours: '22:00-02:00', rows: ['22:00-02:00+'] },
      { day: '2026-06-21', hours: '00:00-04:00', rows: ['22:00-02:00+', '00:00-04:00'] },
    ])
    const days = buildRunningSchedule(shifts, stockholm)
    expect(days.map(({ rows }) => rows.map(({ is_repeat }) => is_repeat))).toEqual([[false], [true, false]])
  })

  it('does not repeat one until midnight', () => {
    expect(timesOf([buildShift('2026-06-20T18:00:00Z', '2026-06-20T22:00:00Z')])).toEqual([
      { day: '2026-06-20', hours: '20:00-00:00', rows: ['20:00-00:00'] },
    ])
  })

  it('shows a time that cannot be read', () => {
    const days = buildRunningSchedule([buildShift('soon', '2026-06-20T22:00:00Z')], stockholm)
    expect(days).toMatchObject([{ day: 'Invalid Date', rows: [{ start: 'Invalid Date', end: '00:00' }] }])
    expect(buildRunningSchedule([buildShift('2026-06-20T20:00:00Z', 'later')], stockholm)).toMatchObject([
      { day: '2026-06-20', hours: { to: 'Invalid Date' } },
    ])
  })

  it('puts each shift on the clocks of its own event', () => {
    const start = '2026-06-20T22:30:00Z'
    const shifts = [buildShift(start, '2026-06-20T23:00:00Z'), buildShift(start, '2026-06-20T23:30:00Z')]
    const days = buildRunningSchedule(shifts, (shift) =>
      shift === shifts[0] ? 'Europe/Stockholm' : 'America/New_York',
    )
    expect(days.map(({ day, rows }) => [day, rows[0]?.start])).toEqual([
      ['2026-06-20', '18:30'],
      ['2026-06-21', '00:30'],
    ])
  })

  it('puts days in order whichever zone is first', () => {
    const shifts = [
      buildShift('2026-06-20T10:00:00Z', '2026-06-20T11:00:00Z'),
      buildShift('2026-06-20T11:00:00Z', '2026-06-20T12:00:00Z'),
    ]
    const days = buildRunningSchedule(shifts, (shift) =>
      shift === shifts[0] ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago',
    )
    expect(days.map(({ day }) => day)).toEqual(['2026-06-20', '2026-06-21'])
  })
})

describe('hour slots', () => {
  it.each([
    ['2026-06-19T06:00:00Z', '2026-06-19T10:00:00Z', '08:00-12:00'],
    ['2026-06-19T06:59:00Z', '2026-06-19T10:01:00Z', '08:00-13:00'],
    ['2026-06-19T06:30:00Z', '2026-06-19T10:00:01Z', '08:00-13:00'],
    ['2026-06-19T18:00:00Z', '2026-06-19T21:30:00Z', '20:00-00:00'],
    ['2026-06-19T18:00:00Z', '2026-06-19T22:30:00Z', '20:00-01:00'],
    // 29 March 2026: clocks go from 02:00 to 03:00.
    ['2026-03-28T23:00:00Z', '2026-03-29T00:30:00Z', '00:00-03:00'],
    // 25 October 2026: clocks go from 03:00 back to 02:00.
    ['2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z', '00:00-02:00'],
    ['2026-10-24T22:00:00Z', '2026-10-25T01:30:00Z', '00:00-03:00'],
  ])('%s to %s: %s', (start, end, hours) => {
    expect(timesOf([buildShift(start, end)])[0]?.hours).toBe(hours)
  })

  it.each([
    ['2026-06-19T21:00:00Z', '2026-06-19T21:30:00Z', '2026-06-19T22:00:00.000Z'],
    ['2026-06-19T21:00:00Z', '2026-06-20T00:00:00Z', '2026-06-20T00:00:00.000Z'],
    ['2026-06-19T21:00:00Z', '2026-06-20T00:00:01Z', '2026-06-20T01:00:00.000Z'],
  ])('%s to %s: the instant of the last hour is %s', (start, end, end_dt) => {
    expect(buildRunningSchedule([buildShift(start, end)], stockholm)[0]?.hours.end_dt).toBe(end_dt)
  })

  it('runs to the latest end, which need not be that of the last start', () => {
    const shifts = [
      buildShift('2026-06-19T06:00:00Z', '2026-06-19T23:15:00Z'),
      buildShift('2026-06-19T20:00:00Z', '2026-06-19T21:00:00Z'),
    ]
    expect(timesOf(shifts)[0]?.hours).toBe('08:00-02:00')
  })
})

describe('the two nights when clocks change (D25)', () => {
  it('tells that clocks leap during a shift', () => {
    const spring = rowOf('2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z')
    expect(spring).toMatchObject({ start: '22:00', end: '06:00', clock_change: 60 })
    const autumn = rowOf('2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z')
    expect(autumn).toMatchObject({ start: '22:00', end: '06:00', clock_change: -60 })
    expect(rowOf('2026-06-19T20:00:00Z', '2026-06-20T04:00:00Z')?.clock_change).toBe(0)
    expect(rowOf('2026-03-28T22:00:00Z', '2026-03-29T00:59:00Z')?.clock_change).toBe(0)
  })

  it('keeps the hour that clocks repeat in its order', () => {
    const second = buildShift('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z')
    const first = buildShift('2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z')
    const [day] = buildRunningSchedule([second, first], stockholm)
    expect(day?.rows.map(({ shift }) => shift)).toEqual([first, second])
    expect(day?.rows.map(({ start, end }) => `${start}-${end}`)).toEqual(['02:00-02:00', '02:00-03:00'])
  })
})

describe('people', () => {
  it('lists the confirmed and the invited, and counts what is missing (D37)', () => {
    const shift = buildShift(
      '2026-06-19T06:00:00Z',
      '2026-06-19T10:00:00Z',
      ['INVITED', 'CONFIRMED', 'DECLINED', 'CONFIRMED', 'ABSENT'],
      4,
    )
    const [day] = buildRunningSchedule([shift], stockholm)
    expect(day?.rows[0]?.confirmed).toEqual([shift.assignment[1], shift.assignment[3]])
    expect(day?.rows[0]?.invited).toEqual([shift.assignment[0]])
    expect(day?.rows[0]?.missing).toBe(1)
  })

  it('keeps expired invitations apart, and leaves their places open (D37)', () => {
    const people = [
      { status: 'CONFIRMED', invitation: undefined },
      { status: 'INVITED', invitation: 'expired' },
      { status: 'INVITED', invitation: 'not_asked' },
      { status: 'INVITED', invitation: 'asked' },
    ] as const
    const shift = {
      start_dt: '2026-06-19T06:00:00Z',
      end_dt: '2026-06-19T10:00:00Z',
      required_qty: 5,
      assignment: people,
    }
    const row = buildRunningSchedule([shift], stockholm)[0]?.rows[0]
    expect(row).toMatchObject({ invited: [people[2], people[3]], expired: [people[1]], missing: 1, open: 2 })
  })

  it('counts as the dashboard does', () => {
    const people = fc.array(fc.constantFrom(...assignmentStatuses))
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 20 }), (statuses, required_qty) => {
        const shift = buildShift('2026-06-19T06:00:00Z', '2026-06-19T10:00:00Z', statuses, required_qty)
        const row = buildRunningSchedule([shift], stockholm)[0]?.rows[0]
        const { confirmed, pending, missing } = coverageOf(shift, shift.start_dt)
        expect(row?.confirmed.length).toBe(confirmed)
        expect((row?.invited.length ?? 0) + (row?.expired.length ?? 0)).toBe(pending)
        expect(row?.missing).toBe(missing)
      }),
    )
  })
})

it('counts every shift once, on the day it starts', () => {
  const minute = fc.integer({ min: Date.UTC(2026, 2, 20) / 60_000, max: Date.UTC(2026, 10, 5) / 60_000 })
  const times = fc.record({ from: minute, minutes: fc.integer({ min: 1, max: 3_000 }) })
  fc.assert(
    fc.property(fc.array(times), (list) => {
      const shifts = list.map(({ from, minutes }) => buildShift(toIso(from), toIso(from + minutes)))
      const days = buildRunningSchedule(shifts, stockholm)
      const found = days.flatMap(({ rows }) =>
        rows.flatMap(({ shift, is_repeat }) => (is_repeat ? [] : shift)),
      )
      expect(new Set(found)).toEqual(new Set(shifts))
      expect(found.map(({ start_dt }) => start_dt)).toEqual(shifts.map(({ start_dt }) => start_dt).toSorted())
      for (const { hours } of days)
        expect([hours.from, hours.to]).toEqual([
          expect.stringMatching(/^\d\d:00$/),
          expect.stringMatching(/^\d\d:00$/),
        ])
    }),
  )
})
