import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { events } from '@muster/contract/events'
import type { EventPage, PageRenderer } from '@muster/contract/page-renderer'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { writeClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import type { BuiltClient } from '../../pages/built-client.ts'
import { drawPreview } from './draw-preview.ts'

const pages: PageRenderer = {
  writeEvent: (page) => JSON.stringify(page),
  writeEmpty: () => '',
  writeShift: () => '',
  writeLink: () => 'link',
  missing: '',
  dayRange: ({ event_date_start }, language) => `${language} ${event_date_start}`,
}

let api: TestApp
let admin: Administrator
let client: BuiltClient
beforeAll(async () => {
  client = await writeClient(pages)
  api = await buildTestApp({ public_url: 'https://muster.example' }, { client })
  admin = await buildAdministrator(api)
})
afterEach(() => void vi.mocked(drawPreview).mockReset())
afterAll(async () => {
  await api.close()
  await rm(client.root, { recursive: true })
})

const openImage = (address: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  api.inject({ url: address, headers, remoteAddress: from })

async function buildFestival() {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, notes: 'canary' })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role })
  const person = await buildPerson(api.deps, { organization_id, first_name: 'Canary' })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  return { event, shift }
}

async function addressOf(event_id: string, language = 'en'): Promise<string> {
  const page = await api.inject({ url: `/e/${event_id}`, headers: { 'accept-language': language } })
  return page.json<EventPage>().preview_url?.replace('https://muster.example', '') ?? ''
}

test('is named by the page, and drawn once for each language', async () => {
  const { event } = await buildFestival()
  const address = await addressOf(event.id)
  expect(address).toMatch(new RegExp(`^/e/${event.id}/preview\\.en\\.png\\?v=[\\w-]{12}$`))
  const answers = await Promise.all(Array.from({ length: 10 }, () => openImage(address)))
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
  expect(drawPreview).toHaveBeenCalledTimes(1)
  const swedish = await openImage(await addressOf(event.id, 'sv'))
  expect(swedish.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(false)
  expect(drawPreview).toHaveBeenCalledTimes(2)
})

test('is given what is public of the event, and nothing of people', async () => {
  const { event } = await buildFestival()
  await openImage(await addressOf(event.id, 'sv'))
  expect(vi.mocked(drawPreview).mock.calls).toEqual([
    [
      {
        name: event.name,
        location: event.location,
        organization: 'Åhusfestivalen',
        days: expect.stringContaining('sv '),
      },
    ],
  ])
})

test('is known by its tag, also by its head alone', async () => {
  const { event } = await buildFestival()
  const address = await addressOf(event.id)
  const { headers } = await openImage(address)
  const known = { 'if-none-match': String(headers['etag']) }
  expect(await openImage(address, known)).toMatchObject({ statusCode: 304, body: '' })
  const head = await api.inject({ method: 'HEAD', url: address })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['etag']).toBe(headers['etag'])
})

test('a sign-up draws nothing anew; a new name has a new picture and a new address', async () => {
  const { event, shift } = await buildFestival()
  const before = await addressOf(event.id)
  const first = await openImage(before)
  await api.inject({
    method: 'PUT',
    url: `/admin/shifts/${shift.id}`,
    headers: admin.headers,
    payload: { required_qty: 77 },
  })
  await eventually(async () => {
    const page = await api.inject({ url: `/e/${event.id}` })
    expect(page.json<EventPage>().event?.roles[0]?.shifts[0]?.required_qty).toBe(77)
  })
  expect(await addressOf(event.id)).toBe(before)
  expect((await openImage(before)).headers['etag']).toBe(first.headers['etag'])
  expect(drawPreview).toHaveBeenCalledTimes(1)

  await api.ok(events.updateEvent, {
    headers: admin.headers,
    params: { id: event.id },
    body: { name: 'Nytt' },
  })
  await eventually(async () => expect(await addressOf(event.id)).not.toBe(before))
  // The old address, which chats keep, serves the new picture too.
  expect((await openImage(before)).headers['etag']).not.toBe(first.headers['etag'])
})

test.each([newId(), 'x', '%00', "'%20or%201=1--"])('%s: 404', async (id) => {
  const answer = await openImage(`/e/${id}/preview.en.png`)
  expect(answer.statusCode).toBe(404)
  expect(drawPreview).not.toHaveBeenCalled()
})

test('of an event that was removed is gone', async () => {
  const { event } = await buildFestival()
  const address = await addressOf(event.id)
  expect((await openImage(address)).statusCode).toBe(200)
  await api.inject({ method: 'DELETE', url: `/admin/events/${event.id}`, headers: admin.headers })
  // The page is polled instead of the picture: both come from the same cache, and pictures are rate limited.
  await eventually(async () => expect((await api.inject({ url: `/e/${event.id}` })).statusCode).toBe(404))
  expect((await openImage(address)).statusCode).toBe(404)
})

test('an address may ask sixty times a minute; others are not held up', async () => {
  const { event } = await buildFestival()
  const address = await addressOf(event.id)
  for (let at = 0; at < 60; at++) expect((await openImage(address, {}, '10.0.0.1')).statusCode).toBe(200)
  const refused = await openImage(address, {}, '10.0.0.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toHaveProperty('retry-after')
  expect((await openImage(address, {}, '10.0.0.2')).statusCode).toBe(200)
})

test('more than thirty at once are told to come again', async () => {
  const festivals = await Promise.all(Array.from({ length: 33 }, () => buildEvent(api.deps, admin)))
  const pen = new EventEmitter()
  vi.mocked(drawPreview).mockImplementation(async () => {
    await once(pen, 'free')
    return Buffer.from('png')
  })
  const answered: number[] = []
  const answers = festivals.map(async ({ id }, at) => {
    const { statusCode, headers } = await openImage(`/e/${id}/preview.en.png`, {}, `10.1.0.${at}`)
    answered.push(statusCode)
    if (statusCode === 503) expect(headers).toHaveProperty('retry-after')
  })
  await vi.waitFor(() => expect(answered).toEqual([503, 503, 503]), { timeout: 300_000 })
  const drawing = setInterval(() => pen.emit('free'), 5)
  await Promise.all(answers)
  clearInterval(drawing)
  expect(answered.filter((status) => status === 200)).toHaveLength(30)
})
