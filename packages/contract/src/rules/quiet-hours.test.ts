import { expect, test } from 'vitest'
import { afterQuietHours } from './quiet-hours.ts'

test.each([
  ['in the morning', '2026-06-19T06:00:00.000Z', '2026-06-19T06:00:00.000Z'],
  ['in the evening', '2026-06-19T18:59:59.999Z', '2026-06-19T18:59:59.999Z'],
  ['at nine in the evening', '2026-06-19T19:00:00.000Z', '2026-06-20T06:00:00.000Z'],
  ['after midnight', '2026-06-18T23:30:00.000Z', '2026-06-19T06:00:00.000Z'],
  ['on the last day of a month', '2026-06-30T20:00:00.000Z', '2026-07-01T06:00:00.000Z'],
  ['in the night in which the clocks go forward', '2026-03-28T22:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['in the night in which the clocks go back', '2026-10-24T20:00:00.000Z', '2026-10-25T07:00:00.000Z'],
])('%s in Stockholm', (_when, instant, expected) => {
  expect(afterQuietHours(instant, 'Europe/Stockholm')).toBe(expected)
})
