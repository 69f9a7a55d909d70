import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildPublicEvent, buildPublicShift } from '../testing/build-public-event.ts'
import { server } from '../testing/server.ts'
import { ApiError, errorText } from './api-error.ts'
import { call } from './call.ts'

const id = '0197b0a0-0000-7000-8000-000000000001'

it('fills the path, sends the body and gives the success', async () => {
  let seen: Request | undefined
  server.use(
    http.post('*/shifts/:shiftId/signup', ({ request }) => {
      seen = request.clone()
      return HttpResponse.json(
        { assignment_id: id, shift: buildPublicShift(), calendar_url: '' },
        { status: 201 },
      )
    }),
  )
  const body = { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@example.org', phone: '+46701740605' }
  const answer = await call('signup', 'signUp', {
    params: { shiftId: 'a/b' },
    headers: { 'idempotency-key': 'key-12345' },
    body,
  })
  expect(answer).toMatchObject({ assignment_id: id })
  expect(new URL(seen?.url ?? '').pathname).toBe('/shifts/a%2Fb/signup')
  expect(seen?.headers.get('idempotency-key')).toBe('key-12345')
  expect(seen?.headers.get('accept-language')).toBe('en')
  expect(seen?.headers.get('authorization')).toBeNull()
  expect(await seen?.json()).toEqual(body)
})

it('takes an idempotency key, or the statement that there is none, where one is possible', () => {
  const params = { id }
  const body = { name: 'Entré' }
  const createRole = () => call('events', 'createRole', { params, headers: {}, body })
  // @ts-expect-error -- a repeated call would create a second role
  const createTwice = () => call('events', 'createRole', { params, body })
  expect([createRole, createTwice]).toHaveLength(2)
})

it('throws the refusal with its status, code and sentence', async () => {
  server.use(
    http.get('*/events/:id/public', () =>
      HttpResponse.json({ error: 'This event does not exist.', code: 'event_not_found' }, { status: 404 }),
    ),
  )
  const refused = await call('events', 'getPublicEvent', { params: { eventId: id } }).catch(
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ status: 404, code: 'event_not_found' })
  expect(errorText(refused, 'Failed to load event details')).toBe('This event does not exist.')
})

it.each([
  ['an empty object', HttpResponse.json({}), 'Failed to load event details'],
  ['a refusal', HttpResponse.json({ error: 'Not today.' }), 'Not today.'],
  [
    'an event without its roles',
    HttpResponse.json({ ...buildPublicEvent(), roles: undefined }),
    'Failed to load event details',
  ],
  [
    'the page of a network that asks for a sign-in',
    HttpResponse.html('<p>Welcome</p>'),
    'Failed to load event details',
  ],
  ['nothing', new HttpResponse(null, { status: 204 }), 'Failed to load event details'],
])('answered 200, %s is a failure', async (_what, answered, sentence) => {
  server.use(http.get('*/events/:id/public', () => answered))
  const failed = await call('events', 'getPublicEvent', { params: { eventId: id } }).catch(
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(ApiError)
  expect(errorText(failed, 'Failed to load event details')).toBe(sentence)
})

it('a success of nothing is a failure where a page answers', async () => {
  server.use(http.post('*/links', () => HttpResponse.html('<p>Welcome</p>')))
  await expect(ask()).rejects.toBeInstanceOf(ApiError)
})

it('calls a failure to connect by its name', async () => {
  server.use(http.get('*/events/:id/public', () => HttpResponse.error()))
  const failed = await call('events', 'getPublicEvent', { params: { eventId: id } }).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ status: 0, code: 'network' })
})

const nothing = () => new Promise<never>(() => undefined)
const read = (signal: AbortSignal) => call('events', 'getPublicEvent', { params: { eventId: id }, signal })
const ask = () => call('invitations', 'sendLinks', { body: { email: 'asa@example.org' } })

describe('an answer that is late', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['a write', ask],
    ['a read that its page can end', () => read(new AbortController().signal)],
  ])('is waited for half a minute: %s', async (_name, begin) => {
    server.use(http.post('*/links', nothing), http.get('*/events/:id/public', nothing))
    const refusal = expect(begin()).rejects.toMatchObject({ status: 0, code: 'network' })
    await vi.advanceTimersByTimeAsync(30_000)
    await refusal
  })

  it('is not waited for when its page has ended the read', async () => {
    server.use(http.get('*/events/:id/public', nothing))
    const page = new AbortController()
    const refusal = expect(read(page.signal)).rejects.toMatchObject({ name: 'AbortError' })
    page.abort()
    await refusal
  })

  it('of a read is read for as long as it takes once it has begun', async () => {
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const headers = { 'content-type': 'application/json' }
    server.use(http.get('*/events/:id/public', () => new HttpResponse(body.readable, { headers })))
    const answer = read(new AbortController().signal)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    await vi.advanceTimersByTimeAsync(60_000)
    const writer = body.writable.getWriter()
    const event = buildPublicEvent()
    await writer.write(new TextEncoder().encode(JSON.stringify(event)))
    await writer.close()
    expect(await answer).toEqual(event)
  })

  it('of a write is given up when it does not end', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => Promise.resolve(beginAnswer(init?.signal)))
    const refusal = expect(ask()).rejects.toMatchObject({ status: 0, code: 'network' })
    await vi.advanceTimersByTimeAsync(30_000)
    await refusal
  })
})

/** Returns an answer whose body the signal ends too, as in a browser but not in MSW. */
function beginAnswer(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream({
    start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

it('survives an answer that is not the api at all', async () => {
  server.use(
    http.get('*/events/:id/public', () => HttpResponse.text('<html>Bad gateway</html>', { status: 502 })),
  )
  await expect(call('events', 'getPublicEvent', { params: { eventId: id } })).rejects.toMatchObject({
    status: 502,
  })
  server.use(
    http.get('*/events/:id/public', () =>
      HttpResponse.text('{"cut', { headers: { 'content-type': 'application/json' } }),
    ),
  )
  await expect(call('events', 'getPublicEvent', { params: { eventId: id } })).rejects.toBeInstanceOf(ApiError)
})

it('calls a body that breaks off by the same name', async () => {
  server.use(
    http.get('*/events/:id/public', () => {
      const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('reset')) })
      return new HttpResponse(body, { headers: { 'content-type': 'application/json' } })
    }),
  )
  await expect(call('events', 'getPublicEvent', { params: { eventId: id } })).rejects.toMatchObject({
    status: 0,
    code: 'network',
  })
})

it('lets an aborted call go', async () => {
  server.use(http.get('*/events/:id/public', () => HttpResponse.json({})))
  const controller = new AbortController()
  controller.abort()
  await expect(
    call('events', 'getPublicEvent', { params: { eventId: id }, signal: controller.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' })
})
