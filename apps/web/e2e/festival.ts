import type { APIRequestContext } from '@playwright/test'
import { deleteLater } from './delete-later.ts'
import { inputTime } from './journey.ts'
import { callApi } from './session.ts'

type Shift = { id: string; start_dt: string; end_dt: string }

/** Two days, one role; a shift with room, one that is full and one that nobody has taken. */
export type Festival = { event_id: string; role_id: string; roomy: Shift; full: Shift; empty: Shift }

type Wording = (text: string) => string

/** What people type now and then: a hundred letters without a space. */
export const endless: Wording = (text) => text.replaceAll(' ', '').repeat(100).slice(0, 100)

/** What volunteers find, by the api; every text of it as `word` makes it. */
export async function planFestival(
  request: APIRequestContext,
  word: Wording = (text) => text,
): Promise<Festival> {
  const event = await callApi(request, '/admin/events', {
    data: {
      name: word('Höstfest'),
      location: word('Stadsparken, Lund'),
      notes: `${word('Varma kläder')} https://example.org/${word('karta')}`,
      event_date_start: instant(20, '09:00'),
      event_date_end: instant(21, '18:00'),
    },
  })
  deleteLater(`/admin/events/${event.id}?notify=false`)
  const role = await callApi(request, `/admin/events/${event.id}/roles`, {
    data: { name: word('Entré och armband'), description: word('Välkomna gästerna') },
  })
  const addShift = (day: number, [start, end]: [string, string], required_qty: number): Promise<Shift> =>
    callApi(request, '/admin/shifts', {
      data: {
        event_id: event.id,
        role_id: role.id,
        start_dt: instant(day, start),
        end_dt: instant(day, end),
        required_qty,
      },
    })
  const roomy = await addShift(20, ['10:00', '14:00'], 8)
  const full = await addShift(21, ['10:00', '14:00'], 1)
  const empty = await addShift(21, ['14:00', '18:00'], 3)
  for (const name of ['Anna', 'Maja', 'Åke', 'Sören']) await takePlace(request, roomy, word(name))
  await takePlace(request, full, word('Li'))
  return { event_id: event.id, role_id: role.id, roomy, full, empty }
}

/** Somebody who says yes, seen at once by everybody who is looking. */
export async function takePlace(request: APIRequestContext, shift: Shift, first_name: string): Promise<void> {
  const { id } = await invite(request, shift, first_name)
  await changeStatus(request, id, 'CONFIRMED')
}

/** Somebody who is asked; `link` is where they answer. */
export async function invite(
  request: APIRequestContext,
  { id: shift_id }: Shift,
  first_name: string,
): Promise<{ id: string; link: string }> {
  const person = await callApi(request, '/admin/people', {
    data: { first_name, last_name: 'Ek', email: `${crypto.randomUUID()}@example.org` },
  })
  deleteLater(`/admin/people/${person.id}?notify=false`)
  const shift: { assignment: { id: string; token: string; person: { id: string } }[] } = await callApi(
    request,
    `/admin/shifts/${shift_id}/assignments`,
    { data: { add: [person.id], remove: [] } },
  )
  const found = shift.assignment.find((assignment) => assignment.person.id === person.id)
  if (!found) throw new Error(`${first_name} was not assigned`)
  return { id: found.id, link: `/c/${found.token}` }
}

export async function changeStatus(request: APIRequestContext, id: string, status: string): Promise<void> {
  await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status } })
}

const instant = (days: number, time: string) => new Date(inputTime(days, time)).toISOString()
