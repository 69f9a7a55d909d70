import { expect, test } from 'vitest'
import { moveBy } from './move-by.ts'

const zone = 'Europe/Stockholm'
const shift = (start_dt: string, end_dt: string) => ({ start_dt, end_dt, meant_times: null })

test.each([
  {
    what: 'a day over the night that is an hour shorter keeps the clock',
    of: shift('2026-03-28T08:00:00.000Z', '2026-03-28T10:00:00.000Z'),
    step: { days: 1, minutes: 0 },
    is: ['2026-03-29T07:00:00.000Z', '2026-03-29T09:00:00.000Z'],
  },
  {
    what: 'a day back over the night that is an hour longer keeps the clock',
    of: shift('2026-10-25T09:00:00.000Z', '2026-10-25T11:00:00.000Z'),
    step: { days: -1, minutes: 0 },
    is: ['2026-10-24T08:00:00.000Z', '2026-10-24T10:00:00.000Z'],
  },
  {
    what: 'a shift that spans the skipped hour keeps its clock, and is an hour shorter',
    of: shift('2026-03-27T22:00:00.000Z', '2026-03-28T04:00:00.000Z'),
    step: { days: 1, minutes: 0 },
    is: ['2026-03-28T22:00:00.000Z', '2026-03-29T03:00:00.000Z'],
  },
  {
    what: 'minutes are elapsed: 01:30 and an hour more is 03:30 by the clock',
    of: shift('2026-03-29T00:30:00.000Z', '2026-03-29T02:00:00.000Z'),
    step: { days: 0, minutes: 60 },
    is: ['2026-03-29T01:30:00.000Z', '2026-03-29T03:00:00.000Z'],
  },
  {
    what: 'in the night that is longer an hour more is the same clock time again',
    of: shift('2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000Z'),
    step: { days: 0, minutes: 60 },
    is: ['2026-10-25T01:30:00.000Z', '2026-10-25T03:30:00.000Z'],
  },
  {
    what: 'both at once: the days first',
    of: shift('2026-03-28T08:00:00.000Z', '2026-03-28T10:00:00.000Z'),
    step: { days: 1, minutes: -30 },
    is: ['2026-03-29T06:30:00.000Z', '2026-03-29T08:30:00.000Z'],
  },
])('$what', ({ of, step, is }) => {
  const moved = moveBy(of, step, zone)
  expect([moved.start_dt, moved.end_dt]).toEqual(is)
})
