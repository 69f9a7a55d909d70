import { rm } from 'node:fs/promises'
import { contract } from '@muster/contract/contract'
import { topics } from '@muster/contract/live'
import type { EventPage } from '@muster/contract/page-renderer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'
import { addressOf } from './calls.ts'
import { writeClient } from './client.ts'
import { eventually } from './eventually.ts'
import { closeClients, join, listen, openClient, watchEvent } from './live.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildAssignment, buildEvent, buildRole, buildShift, hoursAfter } from './planning.ts'
import { createPostgrestClient, POSTGREST_CLIENTS } from './postgrest-clients.ts'

/* D49: a link-only shift is not shown without the link key. Each test also checks that it is shown with the key. */

const CANARY = 'kanariefagel'

let api: TestApp
let admin: Administrator
let address: string
let root: string
beforeAll(async () => {
  const client = await writeClient({
    writeEvent: (page: EventPage) => JSON.stringify(page),
    writeEmpty: (page) => `empty ${page}`,
    writeShift: ({ event, shift_id }) => JSON.stringify({ event, shift_id }),
    writeLink: () => 'link',
    missing: 'missing',
    dayRange: () => 'days',
  })
  root = client.root
  api = await buildTestApp({}, { client })
  api.setNow(new Date().toISOString())
  admin = await buildAdministrator(api)
  address = await listen(api)
})
afterEach(() => closeClients())
afterAll(async () => {
  await api.close()
  await rm(root, { recursive: true })
})

/** The role with the canary has only shifts by link. */
async function buildFestival() {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const open = await buildShift(api.deps, { role: await buildRole(api.deps, { event }), required_qty: 50 })
  const role = await buildRole(api.deps, { event, name: CANARY })
  const hidden = { role, visibility: 'link' } as const
  const shift = await buildShift(api.deps, {
    ...hidden,
    required_qty: 50,
    start_dt: hoursAfter(open.start_dt, 15),
  })
  const full = await buildShift(api.deps, {
    ...hidden,
    required_qty: 1,
    start_dt: hoursAfter(shift.start_dt, 30),
  })
  await buildAssignment(api.deps, { shift: full, status: 'CONFIRMED' })
  const assignment = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  return { event, open, shift, full, assignment, k: event.link_key }
}
type Festival = Awaited<ReturnType<typeof buildFestival>>

let people = 0
const stranger = () => ({
  first_name: 'Ida',
  last_name: 'Lind',
  email: `by-link-${++people}@volunteer.example`,
  phone: '+46701234567',
})

const { signup, waitingList, events } = contract

const signUp = ({ id }: { id: string }, k?: string) =>
  api.inject({
    method: 'POST',
    url: addressOf(signup.signUp, { shiftId: id }),
    payload: { ...stranger(), ...(k && { k }) },
  })
const signUpForBoth = ({ event, open, shift }: Festival, k?: string) =>
  api.inject({
    method: 'POST',
    url: addressOf(signup.signUpForSeveral, { eventId: event.id }),
    payload: { ...stranger(), shift_ids: [open.id, shift.id], ...(k && { k }) },
  })
const wait = ({ id }: { id: string }, k?: string) =>
  api.inject({
    method: 'POST',
    url: addressOf(waitingList.joinWaitingList, { shiftId: id }),
    payload: { ...stranger(), ...(k && { k }) },
  })

const pagesOf = ({ event, shift }: Festival) => [
  addressOf(events.getPublicEvent, { eventId: event.id }),
  `/e/${event.id}`,
  `/e/${event.id}/preview.en.png`,
  `/e/${event.id}/shifts/${shift.id}/signup`,
  `/rest/v1/shift?select=id,role_id,event_id&event_id=eq.${event.id}`,
]

test.each([undefined, 'wrong'])('nothing that is read has it with the key %s', async (wrong) => {
  const festival = await buildFestival()
  const { event, shift, k } = festival
  for (const url of pagesOf(festival)) {
    const isKeyed = wrong !== undefined && !url.startsWith('/rest')
    const answer = await api.inject({ url: isKeyed ? `${url}?k=${wrong}` : url })
    expect(answer.statusCode, url).toBe(200)
    expect(answer.body, url).not.toContain(CANARY)
    if (!url.endsWith('signup')) expect(answer.body, url).not.toContain(shift.id)
    expect(answer.body, url).not.toContain(k)
  }
  const [json = '', page = ''] = pagesOf(festival)
  for (const url of [json, page]) {
    const answer = await api.inject({ url: `${url}?k=${k}` })
    expect(answer.body, url).toContain(CANARY)
    expect(answer.body, url).toContain(shift.id)
    // The copies of those without the key stay.
    expect((await api.inject({ url })).body, url).not.toContain(CANARY)
  }
  const shown = await api.inject({ url: `/e/${event.id}?k=${k}` })
  expect(shown.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  expect(shown.json<EventPage>().search).toBe(`k=${k}`)
})

test('nobody signs up or waits without the key', async () => {
  const festival = await buildFestival()
  const { shift, full, k } = festival
  for (const wrong of [undefined, 'wrong']) {
    for (const answer of [await signUp(shift, wrong), await signUp(full, wrong), await wait(full, wrong)])
      expect(answer.json()).toMatchObject({ code: 'shift_not_found' })
    expect((await signUpForBoth(festival, wrong)).json()).toMatchObject({
      signed_up: [{ shift: { id: festival.open.id } }],
      refused: [{ shift_id: shift.id, code: 'shift_not_found' }],
    })
  }
  expect((await signUp(shift, k)).statusCode).toBe(201)
  expect((await signUpForBoth(festival, k)).json()).toMatchObject({
    signed_up: [{ shift: { id: festival.open.id } }, { shift: { id: shift.id } }],
    refused: [],
  })
  expect((await wait(full, k)).statusCode).toBe(201)
  // Also after it was found full with the key.
  expect((await signUp(full, k)).json()).toMatchObject({ code: 'shift_full' })
  expect((await signUp(full)).json()).toMatchObject({ code: 'shift_not_found' })
})

test('nobody reads the name of a volunteer on it', async () => {
  const { assignment } = await buildFestival()
  const url = `/rest/v1/person?select=id,first_name,last_name&id=eq.${assignment.id}`
  expect((await api.inject({ url })).json()).toEqual([])
  const onOpen = await buildAssignment(api.deps, { status: 'CONFIRMED' })
  expect((await api.inject({ url: url.replace(assignment.id, onOpen.id) })).json()).toHaveLength(1)
})

test.each(POSTGREST_CLIENTS)('postgrest-js %s reads only the others', async (_version, Client) => {
  const { event, open } = await buildFestival()
  const { data } = await createPostgrestClient(Client, address)
    .from('shift')
    .select('id')
    .eq('event_id', event.id)
  expect(data).toEqual([{ id: open.id }])
})

describe('the live channel', () => {
  test('has it only for those who join with the key, also when it changes', async () => {
    const { event, open, shift, k } = await buildFestival()
    const without = await watchEvent(openClient(address), event.id)
    const withKey = await watchEvent(openClient(address), event.id, { k })
    expect(without.shift(shift.id)).toBeUndefined()
    expect(withKey.shift(shift.id)).toBeDefined()
    await signUp(shift, k)
    await signUp(open)
    await eventually(() => expect(withKey.shift(shift.id)).toMatchObject({ assigned_count: 2 }))
    await eventually(() => expect(without.shift(open.id)).toMatchObject({ assigned_count: 1 }))
    await eventually(() => expect(withKey.shift(open.id)).toMatchObject({ assigned_count: 1 }))
    expect(without.shift(shift.id)).toBeUndefined()
    expect(JSON.stringify(without.frames)).not.toContain(shift.id)
  })

  test('tells nobody without the key who signs up for it', async () => {
    const { shift, k } = await buildFestival()
    const joinSignup = (payload: object) =>
      join(openClient(address).channel(topics.shiftSignup(shift.id), payload))
    for (const payload of [{}, { k: 'wrong' }])
      await expect(joinSignup(payload)).rejects.toMatchObject({ reply: { reason: 'not_found' } })
    await joinSignup({ k })
  })
})

test('a new key ends the link before: on the page, in sign-up and on the live channel', async () => {
  const { event, shift, k } = await buildFestival()
  const url = `/e/${event.id}?k=${k}`
  expect((await api.inject({ url })).body).toContain(CANARY)
  const watched = await watchEvent(openClient(address), event.id, { k })
  expect(watched.shift(shift.id)).toBeDefined()
  const { headers } = admin
  const { link_key } = await api.ok(events.renewLinkKey, { headers, params: { id: event.id } })
  expect(link_key).not.toBe(k)
  await eventually(() => expect(watched.shift(shift.id)).toBeUndefined())
  await eventually(async () => expect((await api.inject({ url })).body).not.toContain(CANARY))
  expect((await signUp(shift, k)).json()).toMatchObject({ code: 'shift_not_found' })
  const renewed = `/e/${event.id}?k=${link_key}`
  await eventually(async () => expect((await api.inject({ url: renewed })).body).toContain(CANARY))
  expect((await signUp(shift, link_key)).statusCode).toBe(201)
})

test('a shift that becomes public, or by link, does so for everybody at once', async () => {
  const { event, shift } = await buildFestival()
  const { headers } = admin
  const watched = await watchEvent(openClient(address), event.id)
  const set = (visibility: 'public' | 'link') =>
    api.ok(contract.shifts.updateShift, { headers, params: { id: shift.id }, body: { visibility } })
  expect(await set('public')).toMatchObject({ visibility: 'public' })
  await eventually(() => expect(watched.shift(shift.id)).toBeDefined())
  await set('link')
  await eventually(() => expect(watched.shift(shift.id)).toBeUndefined())
})

test('a copy of the event has it by link too, under another key', async () => {
  const { event, k } = await buildFestival()
  const { headers } = admin
  const copy = await api.ok(events.copyEvent, {
    headers,
    params: { id: event.id },
    body: {
      name: 'copy',
      first_day: '2199-06-01',
      roles: true,
      shifts: true,
      settings: true,
      people: 'none',
    },
  })
  expect(copy.link_key).not.toBe(k)
  const { shifts } = await api.ok(contract.shifts.listShifts, { headers, query: { event_id: copy.id } })
  expect(shifts.map(({ visibility }) => visibility).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'link',
    'link',
    'public',
  ])
})
