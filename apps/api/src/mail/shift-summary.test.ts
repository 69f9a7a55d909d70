import { expect, test } from 'vitest'
import { formatPeriod } from './shift-summary.ts'

test.each([
  ['08:00–12:00', '2026-06-19T06:00:00.000Z', '2026-06-19T10:00:00.000Z'],
  // D25: an end at midnight does not touch the next day.
  ['18:00–00:00', '2026-06-19T16:00:00.000Z', '2026-06-19T22:00:00.000Z'],
  ['22:00–06:00 Sat', '2026-06-19T20:00:00.000Z', '2026-06-20T04:00:00.000Z'],
  ['22:00–06:00 Mon 20 Jul', '2026-06-19T20:00:00.000Z', '2026-07-20T04:00:00.000Z'],
])('a shift reads %s', (time, start_dt, end_dt) => {
  expect(formatPeriod({ start_dt, end_dt, time_zone: 'Europe/Stockholm' }, 'en').time).toBe(time)
})
