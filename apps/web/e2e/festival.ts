import type { APIRequestContext } from '@playwright/test'
import { addEvent, addPerson, addRole, addShift, assign, instantAt, type Shift } from './plan.ts'
import { callApi } from './session.ts'

export type Festival = { event_id: string; role_id: string; roomy: Shift; full: Shift; empty: Shift }

export type Wording = (text: string) => string

export const endless: Wording = (text) => text.replaceAll(' ', '').repeat(100).slice(0, 100)

export async function planFestival(
  request: APIRequestContext,
  word: Wording = (text) => text,
): Promise<Festival> {
  const { id: event_id } = await addEvent(request, {
    name: word('Höstfest'),
    location: word('Stadsparken, Lund'),
    notes: `${word('Varma kläder')} https://example.org/${word('karta')}`,
    event_date_start: instantAt('09:00', 20),
    event_date_end: instantAt('18:00', 21),
  })
  const { id: role_id } = await addRole(request, event_id, {
    name: word('Entré och armband'),
    description: word('Välkomna gästerna'),
  })
  const add = (days: number, hours: [string, string], required_qty: number) =>
    addShift(request, { event_id, role_id, days, hours, required_qty })
  const roomy = await add(20, ['10:00', '14:00'], 8)
  const full = await add(21, ['10:00', '14:00'], 1)
  const empty = await add(21, ['14:00', '18:00'], 3)
  for (const name of ['Anna', 'Maja', 'Åke', 'Sören']) await takePlace(request, roomy, word(name))
  await takePlace(request, full, word('Li'))
  return { event_id, role_id, roomy, full, empty }
}

export async function takePlace(request: APIRequestContext, shift: Shift, first_name: string): Promise<void> {
  const { id } = await invite(request, shift, first_name)
  await changeStatus(request, id, 'CONFIRMED')
}

export async function invite(
  request: APIRequestContext,
  shift: Shift,
  first_name: string,
): Promise<{ id: string; link: string }> {
  const person = await addPerson(request, first_name, { last_name: 'Ek' })
  const { id, token } = await assign(request, shift.id, person)
  return { id, link: `/c/${token}` }
}

export async function changeStatus(request: APIRequestContext, id: string, status: string): Promise<void> {
  await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status } })
}
