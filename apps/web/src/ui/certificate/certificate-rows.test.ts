import { expect, it } from 'vitest'
import { buildCertificateRows, type CertifiedShift } from './certificate-rows.ts'

const event = { id: 'a', name: 'Fest', time_zone: 'Europe/Stockholm' }
const shift = (start: string, minutes: number, role = 'Entré', of = event): CertifiedShift => ({
  event: of,
  role: { name: role },
  start_dt: new Date(start).toISOString(),
  end_dt: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
  worked_minutes: minutes,
})

it('joins the shifts of a day at one event, by the clock of the event', () => {
  const rows = buildCertificateRows([
    shift('2026-06-19T21:30:00Z', 60, 'Kafé'), // 23:30 to 00:30
    shift('2026-06-19T08:00:00Z', 240),
    shift('2026-06-19T22:30:00Z', 120), // The day after, at 00:30.
    shift('2026-06-19T12:00:00Z', 120, 'Entré', { ...event, id: 'b' }),
  ])
  expect(rows.map(({ roles, minutes, event: { id } }) => [id, roles, minutes])).toEqual([
    ['a', ['Entré', 'Kafé'], 300],
    ['b', ['Entré'], 120],
    ['a', ['Entré'], 120],
  ])
  expect(rows[0]?.end_dt).toBe('2026-06-19T22:30:00.000Z')
})

it.each([
  { worked: 14, certified: 30 },
  { worked: 44, certified: 30 },
  { worked: 45, certified: 60 },
  { worked: 134, certified: 120 },
])('rounds $worked minutes to $certified', ({ worked, certified }) => {
  expect(buildCertificateRows([shift('2026-06-19T08:00:00Z', worked)])[0]?.minutes).toBe(certified)
})

it('leaves out what was not worked', () => {
  expect(buildCertificateRows([{ ...shift('2026-06-19T08:00:00Z', 240), worked_minutes: 0 }])).toEqual([])
})
