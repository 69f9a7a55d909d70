import { expect, it } from 'vitest'
import { addressesOf } from './calendar-links.tsx'

const shift = {
  event: { id: '0197b0a0-0000-7000-8000-000000000001', name: 'Fest & dans', location: 'Stadsparken, Lund' },
  role: { name: 'Entré' },
  shift: { start_dt: '2026-06-20T20:00:00.000Z', end_dt: '2026-06-21T02:30:00.000Z' },
}
const page = `${location.origin}/e/${shift.event.id}`

it('fills in the calendars of Google and Outlook, in UTC', () => {
  const { 'Google Calendar': google, Outlook } = addressesOf(shift)
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Entré, Fest & dans',
    dates: '20260620T200000Z/20260621T023000Z',
    location: 'Stadsparken, Lund',
    details: page,
  })
  expect(Object.fromEntries(new URL(Outlook).searchParams)).toEqual({
    rru: 'addevent',
    subject: 'Entré, Fest & dans',
    startdt: '2026-06-20T20:00:00.000Z',
    enddt: '2026-06-21T02:30:00.000Z',
    location: 'Stadsparken, Lund',
    body: page,
  })
})
