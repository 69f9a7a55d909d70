import { expect, test } from 'vitest'
import { buildEvent } from '../../../testing/build-event.ts'
import { daysTo, listCopiedDays, proposedDay, proposedName } from './copy-dates.ts'

const event = buildEvent({
  name: 'Festival 2026',
  event_date_start: '2026-06-26T22:30:00.000Z',
  event_date_end: '2026-06-28T20:00:00.000Z',
})

test.each([
  // The event begins on Saturday 27 June by its clock.
  ['2026-01-01T12:00:00.000Z', '2027-06-26'],
  ['2027-06-25T12:00:00.000Z', '2027-06-26'],
  ['2027-06-26T12:00:00.000Z', '2028-06-24'],
  ['2030-01-01T12:00:00.000Z', '2030-06-22'],
])('at %s the next same weekday is proposed: %s', (now, day) => {
  expect(proposedDay(event, now)).toBe(day)
  expect((daysTo(event, day) ?? 1) % 7).toBe(0)
})

test.each([
  ['Festival 2026', '2027-06-26', 'Festival 2027'],
  ['Festival', '2027-06-26', 'Festival 2027'],
  ['Festival', '2026-07-04', 'Festival'],
])('%s on %s is %s', (name, day, proposed) => {
  expect(proposedName({ ...event, name }, day)).toBe(proposed)
})

test.each(['', '2027-02-30x', '20270-01-01', '1999-01-01'])('%j is no day', (day) => {
  expect(daysTo(event, day)).toBeUndefined()
})

const shift = (start_dt: string, end_dt: string) => ({
  id: start_dt,
  start_dt,
  end_dt,
  meant_times: null,
  role: 'r',
  people: [],
})

test('shifts are counted on the day of their start, and keep the clock', () => {
  const shifts = [
    shift('2026-06-27T20:00:00.000Z', '2026-06-28T00:00:00.000Z'),
    shift('2026-06-27T06:00:00.000Z', '2026-06-27T10:00:00.000Z'),
    shift('2026-06-28T06:00:00.000Z', '2026-06-28T10:00:00.000Z'),
  ]
  // To winter time: 08:00 is an hour later in UTC.
  const days = listCopiedDays(shifts, { days: 182, time_zone: 'Europe/Stockholm' })
  expect(days.map(({ day, copy: { count, start_dt, end_dt } }) => [day, count, start_dt, end_dt])).toEqual([
    ['2026-06-27', 2, '2026-12-26T07:00:00.000Z', '2026-12-27T01:00:00.000Z'],
    ['2026-06-28', 1, '2026-12-27T07:00:00.000Z', '2026-12-27T11:00:00.000Z'],
  ])
})
