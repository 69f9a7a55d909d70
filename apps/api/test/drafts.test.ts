import { rm } from 'node:fs/promises'
import { contract } from '@muster/contract/contract'
import { topics } from '@muster/contract/live'
import type { EventPage } from '@muster/contract/page-renderer'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../src/db/schema.ts'
import { isPreviewOf } from '../src/signing/preview-token.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { addressOf } from './calls.ts'
import { writeClient } from './client.ts'
import { eventually } from './eventually.ts'
import { closeClients, join, listen, openClient, watchEvent } from './live.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildAssignment, buildEvent, buildRole, buildShift, type EventRow, hoursAfter } from './planning.ts'
import { createPostgrestClient, POSTGREST_CLIENTS } from './postgrest-clients.ts'
import { closeRealtimeClients, REALTIME_CLIENTS, subscribe } from './realtime-clients.ts'

/* D49: nothing of a draft is public. Each test also sees the event once it is published. */

const CANARY = 'kanariefagel'

let api: TestApp
let admin: Administrator
let address: string
let root: string
beforeAll(async () => {
  const client = await writeClient({
    writeEvent: (page: EventPage) => JSON.stringify(page),
    writeEmpty: (page) => `empty ${page}`,
    writeShift: ({ event, shift_id }) => `${event?.name} ${shift_id}`,
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
afterEach(async () => {
  await closeClients()
  await closeRealtimeClients()
})
afterAll(async () => {
  await api.close()
  await rm(root, { recursive: true })
})

async function buildFestival(given: Partial<typeof schema.event.$inferInsert> = {}) {
  const { organization_id } = admin
  const texts = { name: CANARY, description: CANARY, notes: CANARY, location: CANARY }
  const event = await buildEvent(api.deps, { organization_id, published: false, ...texts, ...given })
  const role = await buildRole(api.deps, { event, name: CANARY })
  const shift = await buildShift(api.deps, { role, required_qty: 9 })
  const full = await buildShift(api.deps, { role, required_qty: 1, start_dt: hoursAfter(shift.start_dt, 9) })
  await buildAssignment(api.deps, { shift: full, status: 'CONFIRMED' })
  const assignment = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  return { event, shift, full, assignment }
}
type Festival = Awaited<ReturnType<typeof buildFestival>>

const setPublished = ({ id }: EventRow, published: boolean) =>
  api.ok(contract.events.updateEvent, { headers: admin.headers, params: { id }, body: { published } })

let people = 0
const stranger = () => ({
  first_name: 'Ida',
  last_name: 'Lind',
  email: `draft-${++people}@volunteer.example`,
  phone: '+46701234567',
})

type Ask = { name: string; url: string; body?: object; found: number }

const asksOf = ({ event, shift, full, assignment }: Festival): Ask[] => {
  const { events, signup, waitingList } = contract
  return [
    { name: 'event', url: addressOf(events.getPublicEvent, { eventId: event.id }), found: 200 },
    { name: 'page', url: `/e/${event.id}`, found: 200 },
    { name: 'picture', url: `/e/${event.id}/preview.en.png`, found: 200 },
    { name: 'sign-up', url: addressOf(signup.signUp, { shiftId: shift.id }), body: stranger(), found: 201 },
    {
      name: 'several',
      url: addressOf(signup.signUpForSeveral, { eventId: event.id }),
      body: { ...stranger(), shift_ids: [shift.id] },
      found: 201,
    },
    {
      name: 'waiting list',
      url: addressOf(waitingList.joinWaitingList, { shiftId: full.id }),
      body: stranger(),
      found: 201,
    },
    {
      name: 'opening mail',
      url: addressOf(signup.askForOpeningMail, { eventId: event.id }),
      body: { email: stranger().email },
      found: 204,
    },
    {
      name: 'names',
      url: `/rest/v1/person?select=id,first_name,last_name&id=eq.${assignment.id}`,
      found: 200,
    },
  ]
}

const send = ({ url, body }: Ask) =>
  api.inject(body ? { method: 'POST', url, payload: body } : { method: 'GET', url })

test('every public address answers 404 for a draft, without a word of it', async () => {
  const festival = await buildFestival()
  for (const ask of asksOf(festival)) {
    const answer = await send(ask)
    expect(answer.body, ask.name).not.toContain(CANARY)
    if (ask.name === 'names') expect(answer.json()).toEqual([])
    else expect(answer.statusCode, ask.name).toBe(404)
  }
  const form = await api.inject({ url: `/e/${festival.event.id}/shifts/${festival.shift.id}/signup` })
  expect(form.body).not.toContain(CANARY)

  await setPublished(festival.event, true)
  for (const ask of asksOf(festival)) {
    const answer = await send(ask)
    expect(answer.statusCode, `${ask.name} ${answer.body}`).toBe(ask.found)
  }
  expect((await send({ name: 'page', url: `/e/${festival.event.id}`, found: 200 })).body).toContain(CANARY)
})

test.each(POSTGREST_CLIENTS)('postgrest-js %s reads no shifts of a draft', async (_version, Client) => {
  const { event } = await buildFestival()
  const read = () =>
    createPostgrestClient(Client, address).from('shift').select('id').eq('event_id', event.id)
  expect(await read()).toMatchObject({ data: [] })
  await setPublished(event, true)
  await eventually(async () => expect((await read()).data).toHaveLength(2))
})

test('personal links go on', async () => {
  const { assignment } = await buildFestival()
  const { id, round } = assignment
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
  expect(await api.ok(contract.invitations.getAssignment, { params: { token } })).toMatchObject({
    shift: { role: { event: { name: CANARY } } },
  })
})

const joinSignup = ({ id }: { id: string }) => join(openClient(address).channel(topics.shiftSignup(id)))

describe('the live channel', () => {
  test('ends for viewers of an event that becomes a draft, and opens again', async () => {
    const { event, shift } = await buildFestival({ published: true })
    const watched = await watchEvent(openClient(address), event.id)
    expect(watched.shift(shift.id)).toBeDefined()
    const signing = openClient(address).channel(topics.shiftSignup(shift.id))
    await join(signing)
    await setPublished(event, false)
    await eventually(() => expect(watched.shift(shift.id)).toBeUndefined())
    await expect(join(openClient(address).channel(topics.event(event.id)))).rejects.toMatchObject({
      reply: { reason: 'not_found' },
    })
    await setPublished(event, true)
    const again = await watchEvent(openClient(address), event.id)
    expect(again.shift(shift.id)).toBeDefined()
  })

  test('knows no sign-up of a draft', async () => {
    const [draft, open] = [await buildFestival(), await buildFestival({ published: true })]
    await expect(joinSignup(draft.shift)).rejects.toMatchObject({ reply: { reason: 'not_found' } })
    await joinSignup(open.shift)
  })

  test.each(REALTIME_CLIENTS)(
    'realtime-js $version: members alone follow a draft',
    async ({ open: openRealtime }) => {
      const { event } = await buildFestival()
      const open = (token?: string) => {
        const client = openRealtime(address)
        if (token) void client.setAuth(token)
        return client
          .channel(`event_${event.id}`)
          .on(
            'postgres_changes',
            { event: '*', schema: 'public', table: 'shift', filter: `event_id=eq.${event.id}` },
            () => undefined,
          )
      }
      expect((await subscribe(open())).status).not.toBe('SUBSCRIBED')
      const token = admin.headers.authorization.replace('Bearer ', '')
      expect((await subscribe(open(token))).status).toBe('SUBSCRIBED')
    },
  )
})

const preview = async (event: EventRow) => {
  const call = { headers: admin.headers, params: { id: event.id } }
  const { preview_url, expires_at } = await api.ok(contract.events.getEventPreview, call)
  const { pathname, search, searchParams } = new URL(preview_url)
  return { url: pathname + search, token: searchParams.get('preview') ?? '', expires_at }
}

describe('the preview', () => {
  test('shows a draft to whoever has the link, and is stored nowhere', async () => {
    const { event } = await buildFestival()
    const { url } = await preview(event)
    const answer = await api.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(answer.json()).toMatchObject({
      event: { name: CANARY },
      preview: { organization_id: admin.organization_id },
    })
    expect(answer.json()).not.toHaveProperty('preview_url')
    expect((await api.inject({ url: `/e/${event.id}` })).statusCode).toBe(404)
  })

  test('is the page of everybody once the event is published', async () => {
    const { event } = await buildFestival()
    const { url } = await preview(event)
    await setPublished(event, true)
    const page = (await api.inject({ url })).json<EventPage>()
    expect(page.event?.name).toBe(CANARY)
    expect(page.preview).toBeUndefined()
  })

  test('works for an hour and for this event', async () => {
    const [one, other] = [(await buildFestival()).event, (await buildFestival()).event]
    const { url, token, expires_at } = await preview(one)
    const { keys, now } = api.deps
    const before = hoursAfter(expires_at, -0.0001)
    expect(Date.parse(expires_at) - Date.parse(now())).toBeLessThanOrEqual(HOUR_MS)
    expect(isPreviewOf(keys, one.id, { token, now: before })).toBe(true)
    expect(isPreviewOf(keys, one.id, { token, now: expires_at })).toBe(false)
    expect(isPreviewOf(keys, other.id, { token, now: before })).toBe(false)
    const [end = '', signed = ''] = token.split('.')
    const later = `${Number(end) + 3600}.${signed}`
    expect(isPreviewOf(keys, one.id, { token: later, now: before })).toBe(false)
    expect((await api.inject({ url: url.replace(one.id, other.id) })).statusCode).toBe(404)
  })

  test('is for members of the organisation', async () => {
    const theirs = await buildEvent(api.deps, { published: false })
    const call = { headers: admin.headers, params: { id: theirs.id } }
    expect(await api.refused(contract.events.getEventPreview, call)).toMatchObject({
      status: 404,
      code: 'event_not_found',
    })
  })
})

test('a new event is public unless it is made a draft', async () => {
  const body = { name: 'x', event_date_start: '2199-01-01T08:00:00Z', event_date_end: '2199-01-02T08:00:00Z' }
  const create = (given: object) =>
    api.ok(contract.events.createEvent, { headers: admin.headers, body: { ...body, ...given } })
  expect(await create({})).toMatchObject({ published: true, archived: false })
  const { id } = await create({ published: false })
  const [row] = await api.deps.db.system((tx) =>
    tx.select().from(schema.event).where(eq(schema.event.id, id)),
  )
  expect(row?.published).toBe(false)
})
