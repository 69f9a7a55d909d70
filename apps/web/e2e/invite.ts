import type { APIRequestContext } from '@playwright/test'
import { administrator, awaitMessage, expect, inputTime, type Page } from './journey.ts'

type Invited = { event_id: string; shift_id: string; link: string; email: string }

/** What an organiser does before somebody is asked: an event, a shift, a person, an invitation; by the api, quickly. */
export async function inviteSomebody(page: Page, language: 'en' | 'sv'): Promise<Invited> {
  const headers = await signedIn(page.request)
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const stamp = `${Date.now()}${language}`
  const event = await post('/admin/events', {
    name: `Midsommar ${stamp}`,
    location: 'Stadsparken, Lund',
    notes: 'Karta: https://example.org/karta',
    event_date_start: instant(20, '09:00'),
    event_date_end: instant(20, '18:00'),
  })
  const role = await post(`/admin/events/${event.id}/roles`, {
    name: 'Entré och armband',
    description: 'Välkomna gästerna. Så hittar du: https://example.org/vag',
  })
  const shift = await post('/admin/shifts', {
    event_id: event.id,
    role_id: role.id,
    start_dt: instant(20, '10:00'),
    end_dt: instant(20, '14:00'),
    required_qty: 2,
  })
  const email = `bjorn.${stamp}@example.org`
  const person = await post('/admin/people', { first_name: 'Björn', last_name: 'Ek', email })
  await post('/admin/assign', { shift_id: shift.id, person_ids: [person.id] })
  invited.push(event.id)
  const { shifts } = await (await page.request.get(`/admin/shifts?event_id=${event.id}`, { headers })).json()
  await post(`/admin/assignments/${shifts[0].assignment[0].id}/send-invite`, { method: 'EMAIL' })
  const { text } = await awaitMessage(page, email)
  const link = /https?:\/\/\S+(\/c\/[\w-]{43})/.exec(text)?.[1] ?? ''
  return { event_id: event.id, shift_id: shift.id, link, email }
}

/** For the journeys after this one: their dashboard offers the events there are. */
export async function removeInvitations(request: APIRequestContext): Promise<void> {
  const headers = await signedIn(request)
  for (const id of invited.splice(0)) await request.delete(`/admin/events/${id}?notify=false`, { headers })
}

const invited: string[] = []
let session: Record<string, string> | undefined

/** Once for all journeys of a run: an account may sign in ten times a minute. */
async function signedIn(request: APIRequestContext): Promise<Record<string, string>> {
  if (session) return session
  const { token } = await (await request.post('/auth/login', { data: administrator })).json()
  const authorization = `Bearer ${token}`
  const mine = await request.get('/api/my-organizations', { headers: { authorization } })
  const [organization] = await mine.json()
  session = { authorization, 'x-organization-id': organization.id }
  return session
}

const instant = (days: number, time: string) => new Date(inputTime(days, time)).toISOString()
