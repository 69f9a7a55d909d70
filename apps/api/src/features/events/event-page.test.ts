import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { events } from '@muster/contract/events'
import { organizations } from '@muster/contract/organizations'
import type { EventPage, PageRenderer } from '@muster/contract/page-renderer'
import { themeOf } from '@muster/contract/rules/brand-color'
import { dayInZone } from '@muster/contract/rules/zone'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { writeClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { canonicalId, redirectToCanonical } from '../../access/canonical-id.ts'
import { newId } from '../../db/ids.ts'
import type { BuiltClient } from '../../pages/built-client.ts'
import { readPublicShifts } from './public-shifts.ts'

const CANARY = 'canary'

/** Stands in for the built client: a page is its input, and long enough to be worth compressing. */
const writeEvent = vi.fn((page: EventPage) => JSON.stringify({ ...page, padding: 'x'.repeat(2_000) }))
const pages: PageRenderer = {
  writeEvent,
  writeEmpty: (page) => `empty ${page}`,
  writeShift: ({ event, shift_id, language }) => `${event?.name} ${shift_id} in ${language}`,
  writeLink: () => 'link',
  missing: 'missing',
  dayRange: () => 'days',
}

let api: TestApp
let admin: Administrator
let client: BuiltClient
beforeAll(async () => {
  client = await writeClient(pages)
  api = await buildTestApp({ public_url: 'https://muster.example' }, { client })
  admin = await buildAdministrator(api)
})
afterAll(async () => {
  await api.close()
  await rm(client.root, { recursive: true })
})

async function buildFestival() {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role })
  const person = await buildPerson(api.deps, {
    organization_id,
    email: `${CANARY}@volunteer.example`,
    phone: CANARY,
    notes: CANARY,
    child_team: CANARY,
    identity_key: newId(),
  })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', note: CANARY, calendar_uid: CANARY })
  return { event, shift }
}

/** Returns a time after any pause that another test has left; a whole number, so that sums are exact. */
const laterThanAnyPause = () => Math.round(elapsed()) + 60_000 * ++clocks
const elapsed = performance.now.bind(performance)
let clocks = 0

beforeEach(() => {
  const ahead = laterThanAnyPause() - elapsed()
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ahead)
})

const open = (id: string, headers: Record<string, string> = {}) => api.inject({ url: `/e/${id}`, headers })
const seen = async (id: string) => (await open(id)).json<EventPage>()

const setColor = (color: string | null) =>
  api.ok(organizations.updateOrganization, { headers: admin.headers, body: { color } })

test("allows the sheet with the organisation's colours, and no other", async () => {
  const { event } = await buildFestival()
  const color = '#7a1f5c'
  await setColor(color)
  const answer = await open(event.id)
  const { event: shown } = answer.json<EventPage>()
  expect(shown?.organization.theme).toBe(themeOf(color))
  const hash = createHash('sha256').update(themeOf(color)).digest('base64')
  const policy = `style-src 'self' 'sha256-abc' 'sha256-${hash}';`
  expect(answer.headers['content-security-policy']).toContain(policy)
  const known = await open(event.id, { 'if-none-match': String(answer.headers['etag']) })
  expect(known.statusCode).toBe(304)
  expect(known.headers['content-security-policy']).toContain(policy)
  await setColor(null)
})

test('is written from the public answer, in the reader’s language', async () => {
  const { event } = await buildFestival()
  const answer = await open(event.id, { 'accept-language': 'sv-SE,sv;q=0.9' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=10',
  })
  expect(answer.headers['vary']).toContain('accept-language')
  expect(answer.headers['content-security-policy']).toContain(";style-src 'self' 'sha256-abc';")
  expect(answer.headers['vary']).toContain('accept-encoding')
  const json = (await api.inject({ url: `/events/${event.id}/public` })).json()
  expect(answer.json()).toMatchObject({
    event_id: event.id,
    event: json,
    language: 'sv',
    origin: 'https://muster.example',
    preview_url: expect.stringMatching(`^https://muster.example/e/${event.id}/preview.sv.png\\?v=`),
  })
  expect((await open(event.id, { 'accept-language': 'de' })).json()).toMatchObject({ language: 'en' })
  // Crawlers of chats state none.
  expect((await open(event.id)).json()).toMatchObject({ language: 'sv' })
  expect(answer.body).not.toContain(CANARY)
})

test.each([newId(), 'x', '%00', '..%2F..%2Fetc', "'%20or%201=1--", '%F0%9F%8E%AA', 'x'.repeat(99)])(
  '%s: a page that says so, with status 404',
  async (id) => {
    const answer = await open(id)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toMatchObject({ event: null })
  },
)

test('an event that cannot be read now leaves the page to ask again', async () => {
  const { event } = await buildFestival()
  vi.mocked(readPublicShifts).mockRejectedValueOnce(new Error('away'))
  const answer = await open(event.id)
  expect(answer).toMatchObject({ statusCode: 503, body: 'empty event' })
  expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
})

test('is asked for by its head alone', async () => {
  const { event } = await buildFestival()
  const whole = await open(event.id)
  const head = await api.inject({ method: 'HEAD', url: `/e/${event.id}` })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['etag']).toBe(whole.headers['etag'])
  expect((await api.inject({ method: 'HEAD', url: `/e/${newId()}` })).statusCode).toBe(404)
})

test('of a filter is a page of its own, whatever the spelling; what the event does not have is no filter', async () => {
  const { event, shift } = await buildFestival()
  const day = dayInZone(shift.start_dt, event.time_zone)
  const whole = await open(event.id)
  const ofDay = await open(`${event.id}?day=${day}&role=${shift.role_id}`)
  expect(ofDay.json()).toMatchObject({ search: `day=${day}&role=${shift.role_id}` })
  expect(ofDay.headers['etag']).not.toBe(whole.headers['etag'])
  writeEvent.mockClear()
  for (const asked of [
    `role=${shift.role_id}&day=${day}`,
    `day=${day}&day=${day}&role=${shift.role_id}&utm=x`,
  ]) {
    expect((await open(`${event.id}?${asked}`)).body).toBe(ofDay.body)
  }
  const nothing = [
    'day=2026-02-30',
    'day=x',
    `role=${newId()}`,
    'time=x',
    'free=x',
    'by=role',
    'x'.repeat(999),
    '',
  ]
  for (const asked of nothing) expect((await open(`${event.id}?${asked}`)).body).toBe(whole.body)
  expect(writeEvent).not.toHaveBeenCalled()
})

describe('the cached page', () => {
  test('is written once for many, and known by its tag', async () => {
    const { event } = await buildFestival()
    writeEvent.mockClear()
    const [first] = await Promise.all(Array.from({ length: 20 }, () => open(event.id)))
    expect(writeEvent).toHaveBeenCalledTimes(1)
    const etag = String(first?.headers['etag'])
    for (const known of [etag, `W/${etag}`]) {
      expect(await open(event.id, { 'if-none-match': known })).toMatchObject({ statusCode: 304, body: '' })
    }
    // The same event in another language is another page.
    const english = await open(event.id, { 'if-none-match': etag, 'accept-language': 'en' })
    expect(english.statusCode).toBe(200)
  })

  test('gives way to a change', async () => {
    const { event } = await buildFestival()
    expect((await seen(event.id)).event?.name).toBe(event.name)
    await api.ok(events.updateEvent, {
      headers: admin.headers,
      params: { id: event.id },
      body: { name: 'Nytt' },
    })
    await eventually(async () => expect((await seen(event.id)).event?.name).toBe('Nytt'))
  })

  test('is written at most a tenth of the time, however often the event changes', async () => {
    const { event, shift } = await buildFestival()
    let now = laterThanAnyPause()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const change = (required_qty: number) =>
      api.inject({
        method: 'PUT',
        url: `/admin/shifts/${shift.id}`,
        headers: admin.headers,
        payload: { required_qty },
      })
    const needed = async () => (await seen(event.id)).event?.roles[0]?.shifts[0]?.required_qty

    writeEvent.mockImplementationOnce((page) => {
      now += 20
      return JSON.stringify(page)
    })
    const before = await needed()
    await change(9)
    now += 199
    expect(await needed()).toBe(before)
    now += 1
    expect(await needed()).toBe(9)
  })

  test('and all its variants together take no more', async () => {
    const { event, shift } = await buildFestival()
    let now = laterThanAnyPause()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const day = dayInZone(shift.start_dt, event.time_zone)
    const openAll = async () => {
      for (const url of [event.id, `${event.id}?day=${day}`]) {
        for (const language of ['en', 'sv']) await open(url, { 'accept-language': language })
      }
    }
    writeEvent.mockImplementation((page) => {
      now += 20
      return JSON.stringify(page)
    })
    writeEvent.mockClear()
    await openAll()
    expect(writeEvent).toHaveBeenCalledTimes(4)
    await api.ok(events.updateEvent, {
      headers: admin.headers,
      params: { id: event.id },
      body: { name: 'Nytt' },
    })
    // The four took 80 ms; of the pause of 800 ms, 60 are over.
    now += 800 - 60 - 1
    await openAll()
    expect(writeEvent).toHaveBeenCalledTimes(4)
    now += 1
    await openAll()
    expect(writeEvent).toHaveBeenCalledTimes(5)
  })

  test('is written anew after half a minute: a shift may have ended', async () => {
    const { event } = await buildFestival()
    await open(event.id)
    writeEvent.mockClear()
    const later = performance.now() + 30_001
    vi.spyOn(performance, 'now').mockReturnValue(later)
    await open(event.id)
    expect(writeEvent).toHaveBeenCalledTimes(1)
  })
})

/** Returns as many spellings as an attacker likes: capitals, and percent-encoded characters that need no encoding. */
const spellingsOf = (id: string) =>
  [
    ...Array.from({ length: 32 }, (_, at) =>
      id.replaceAll(/[a-f]/g, (letter, index) => ((index + at) % 5 === 0 ? letter.toUpperCase() : letter)),
    ),
    id.toUpperCase(),
    ...Array.from(
      id,
      (letter, at) => `${id.slice(0, at)}%${letter.charCodeAt(0).toString(16)}${id.slice(at + 1)}`,
    ),
  ].filter((spelling) => spelling !== id)

describe('an address in another spelling', () => {
  test('is redirected to the canonical one before anything is read or rendered', async () => {
    const { event } = await buildFestival()
    vi.mocked(readPublicShifts).mockClear()
    writeEvent.mockClear()
    for (const spelling of spellingsOf(event.id)) {
      const answer = await open(`${spelling}?day=2026-06-06&x=%41`)
      expect(answer).toMatchObject({ statusCode: 308, body: '' })
      expect(answer.headers).toMatchObject({
        location: `/e/${event.id}?day=2026-06-06&x=%41`,
        'cache-control': 'private, max-age=86400',
      })
    }
    expect(readPublicShifts).not.toHaveBeenCalled()
    expect(writeEvent).not.toHaveBeenCalled()
  })

  test('negative control: without canonical ids the event is read once for each', async () => {
    const { event } = await buildFestival()
    vi.mocked(redirectToCanonical).mockImplementation((_request, _reply, done) => done())
    vi.mocked(canonicalId).mockImplementation((text) => text)
    vi.mocked(readPublicShifts).mockClear()
    const spellings = new Set(Array.from(spellingsOf(event.id), (spelling) => decodeURIComponent(spelling)))
    for (const spelling of spellings) expect((await open(spelling)).statusCode).toBe(200)
    expect(readPublicShifts).toHaveBeenCalledTimes(spellings.size)
  })
})

test('a query string is no other page', async () => {
  const { event } = await buildFestival()
  await open(event.id)
  writeEvent.mockClear()
  vi.mocked(readPublicShifts).mockClear()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  for (let at = 0; at < 50; at++) await open(`${event.id}?x=${at}&day=2026-13-${at}&utm_source=${newId()}`)
  expect(writeEvent).not.toHaveBeenCalled()
  expect(readPublicShifts).not.toHaveBeenCalled()
})

describe('is compressed once', () => {
  test.each([
    { accepted: 'gzip, deflate, br, zstd', encoding: 'br', read: brotliDecompressSync },
    { accepted: 'gzip', encoding: 'gzip', read: gunzipSync },
    { accepted: 'br;q=0, gzip;q=0.5', encoding: 'gzip', read: gunzipSync },
  ])('$accepted → $encoding', async ({ accepted, encoding, read }) => {
    const { event } = await buildFestival()
    const plain = await open(event.id)
    const answer = await open(event.id, { 'accept-encoding': accepted })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, etag: `W/${plain.headers['etag']}` })
    expect(read(answer.rawPayload).toString()).toBe(plain.body)
    expect(answer.rawPayload.length).toBeLessThan(plain.body.length / 2)
  })

  test('an answer without a body has the tag and length of the one with it', async () => {
    const { event } = await buildFestival()
    const headers = { 'accept-encoding': 'gzip' }
    const whole = await open(event.id, headers)
    const head = await api.inject({ method: 'HEAD', url: `/e/${event.id}`, headers })
    expect(head.body).toBe('')
    for (const name of ['etag', 'content-length', 'content-encoding', 'vary', 'cache-control'])
      expect(head.headers[name]).toBe(whole.headers[name])
    const known = await open(event.id, { ...headers, 'if-none-match': String(whole.headers['etag']) })
    expect(known.statusCode).toBe(304)
    for (const name of ['etag', 'vary', 'cache-control'])
      expect(known.headers[name]).toBe(whole.headers[name])
    expect(known.headers).not.toHaveProperty('content-encoding')
  })

  test.each(['', 'identity', 'zstd'])('"%s" → as it is', async (accepted) => {
    const { event } = await buildFestival()
    const answer = await open(event.id, { 'accept-encoding': accepted })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.json()).toMatchObject({ event_id: event.id })
  })
})

test('filtered pages are rendered within the share of the time; beyond it the whole page is sent', async () => {
  const { event, shift } = await buildFestival()
  let now = laterThanAnyPause()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const whole = await open(event.id)
  writeEvent.mockImplementationOnce((page) => {
    // Nothing else may be rendered for ten times these ms.
    now += 600
    return JSON.stringify(page)
  })
  expect((await open(`${event.id}?by=time`)).json()).toMatchObject({ search: 'by=time' })
  writeEvent.mockClear()
  const beyond = await open(`${event.id}?role=${shift.role_id}`)
  expect(beyond.body).toBe(whole.body)
  expect(writeEvent).not.toHaveBeenCalled()
  now += 6_000
  expect((await open(`${event.id}?role=${shift.role_id}`)).json()).toMatchObject({
    search: `role=${shift.role_id}`,
  })
})

test('so is a filtered page that has changed or is too old', async () => {
  const { event, shift } = await buildFestival()
  let now = laterThanAnyPause()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const filtered = `${event.id}?role=${shift.role_id}`
  const search = async () => (await open(filtered)).json<EventPage>().search
  await open(event.id)
  expect(await search()).toBe(`role=${shift.role_id}`)
  now += 30_000
  await open(event.id)
  writeEvent.mockImplementationOnce((page) => {
    now += 600
    return JSON.stringify(page)
  })
  await open(`${event.id}?by=time`)
  writeEvent.mockClear()
  expect(await search()).toBe('')
  expect(writeEvent).not.toHaveBeenCalled()
  now += 6_000
  expect(await search()).toBe(`role=${shift.role_id}`)
  expect(writeEvent).toHaveBeenCalledTimes(1)
})

/** Renders a page of another event, after which nothing is rendered for `ms`. */
async function useUp(ms: number, clock: { now: number }) {
  const { event } = await buildFestival()
  writeEvent.mockImplementationOnce((page) => {
    clock.now += ms / 10
    return JSON.stringify(page)
  })
  await open(event.id)
  writeEvent.mockClear()
}

function stopClock() {
  const clock = { now: laterThanAnyPause() }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  return clock
}

describe('over the budget of rendering (D66)', () => {
  test('a page is answered from its last copy, however old', async () => {
    const { event } = await buildFestival()
    const clock = stopClock()
    const last = await open(event.id)
    clock.now += 60_000
    await useUp(6_000, clock)
    const answer = await open(event.id)
    expect([answer.statusCode, answer.body]).toEqual([200, last.body])
    expect(writeEvent).not.toHaveBeenCalled()
    clock.now += 6_000
    await open(event.id)
    expect(writeEvent).toHaveBeenCalledTimes(1)
  })

  test('one without a copy is left to its scripts', async () => {
    const { event } = await buildFestival()
    await useUp(6_000, stopClock())
    const answer = await open(event.id)
    expect([answer.statusCode, answer.body]).toEqual([200, 'empty event'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(writeEvent).not.toHaveBeenCalled()
  })

  test('negative control: without a budget it is rendered', async () => {
    const { event } = await buildFestival()
    await useUp(4_000, stopClock())
    expect((await open(event.id)).json()).toMatchObject({ event_id: event.id })
    expect(writeEvent).toHaveBeenCalledTimes(1)
  })
})

test('while the database is away a page is answered from its last copy, else refused', async () => {
  const { event } = await buildFestival()
  const other = await buildFestival()
  const clock = { now: laterThanAnyPause() }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  const last = await open(event.id)
  clock.now += 60_000
  vi.mocked(readPublicShifts).mockRejectedValue(new Error('no database'))
  const answer = await open(event.id)
  expect([answer.statusCode, answer.body]).toEqual([200, last.body])
  const refused = await open(other.event.id)
  expect([refused.statusCode, refused.headers['retry-after'], refused.body]).toEqual([
    503,
    '2',
    'empty event',
  ])
})

test('the link to one shift has its preview, in the language of the organisation for a chat', async () => {
  const { event, shift } = await buildFestival()
  const signup = (event_id: string, headers: Record<string, string> = {}) =>
    api.inject({ url: `/e/${event_id}/shifts/${shift.id}/signup`, headers })
  const answer = await signup(event.id)
  expect(answer).toMatchObject({ statusCode: 200, body: `${event.name} ${shift.id} in sv` })
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(answer.headers['vary']).toContain('accept-language')
  expect((await signup(event.id, { 'accept-language': 'en' })).body).toBe(`${event.name} ${shift.id} in en`)
  // For an unknown event the server sends the empty page, whose scripts show the error.
  expect(await signup(newId())).toMatchObject({ statusCode: 200, body: `undefined ${shift.id} in en` })
})
