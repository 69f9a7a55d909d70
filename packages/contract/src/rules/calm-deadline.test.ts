import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calmDeadline } from './calm-deadline.ts'
import { addMs } from './instants.ts'
import { instantToWall } from './zone.ts'

const ZONE = 'Europe/Stockholm'
const HOUR_MS = 3_600_000
/** In Stockholm, two hours after UTC. */
const at = (clock: string) => new Date(`2026-06-20T${clock}:00+02:00`).toISOString()
const said = (deadline: string, hours: number) =>
  instantToWall(calmDeadline(deadline, ZONE, addMs(deadline, -hours * HOUR_MS)), ZONE).replace('T', ' ')

test.each([
  ['01:27', 168, '2026-06-19 21:00'],
  ['00:00', 48, '2026-06-19 21:00'],
  ['07:59', 24, '2026-06-19 21:00'],
  ['08:00', 24, '2026-06-20 08:00'],
  ['17:59', 24, '2026-06-20 17:00'],
  ['17:59', 23.9, '2026-06-20 17:30'],
  ['01:27', 12, '2026-06-20 01:00'],
  ['11:44', 3, '2026-06-20 11:30'],
  ['11:44', 1, '2026-06-20 11:40'],
  ['11:45', 1, '2026-06-20 11:45'],
])('%s, %d hours ahead, is said as %s', (clock, hours, expected) => {
  expect(said(at(clock), hours)).toBe(expected)
})

test('is never later than the deadline, and leaves most of the time', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.integer({ min: 10, max: 60 * 24 * 14 }),
      fc.constantFrom(ZONE, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'),
      (date, minutes, zone) => {
        const deadline = date.toISOString()
        const from = addMs(deadline, -minutes * 60_000)
        const calm = calmDeadline(deadline, zone, from)
        expect(calm <= deadline).toBe(true)
        expect(Date.parse(calm) - Date.parse(from)).toBeGreaterThanOrEqual((minutes * 60_000) / 2)
      },
    ),
  )
})
