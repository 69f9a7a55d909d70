import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'

const ORIGIN = 'https://muster.example'
const script = readFileSync('public/service-worker.js', 'utf8')
const html = (text: string, init?: ResponseInit) => new Response(`<html><head></head>${text}</html>`, init)

class FakeCache {
  readonly kept = new Map<string, Response>()
  match = async (path: string) => this.kept.get(path)?.clone()
  put = async (path: string, response: Response) => void this.kept.set(path, response)
  add = async (path: string) => this.put(path, await fetchFake(path))
  delete = async (path: string | { path: string }) =>
    this.kept.delete(typeof path === 'string' ? path : path.path)
  keys = async () => [...this.kept.keys()].map((path) => ({ path }))
}

const fetchFake = vi.fn<(asked: unknown) => Promise<Response>>()
let stores: Map<string, FakeCache>
let listeners: Map<string, (event: object) => void>
const timers: { fire: () => void; ms: number }[] = []
const holdTimer = (fire: () => void, ms: number) => timers.push({ fire, ms })

beforeEach(() => {
  stores = new Map()
  listeners = new Map()
  timers.length = 0
  fetchFake.mockReset()
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new FakeCache()
      stores.set(name, store)
      return store
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
    registration: { navigationPreload: { enable: vi.fn() } },
  }
  runInNewContext(script, {
    self,
    caches,
    fetch: fetchFake,
    URL,
    Response,
    Headers,
    setTimeout: holdTimer,
    Date,
  })
})

type Given = { method?: string; mode?: string; origin?: string }

function start(path: string, { method = 'GET', mode = 'navigate', origin = ORIGIN }: Given = {}) {
  const answers: Promise<Response>[] = []
  const work: Promise<unknown>[] = []
  listeners.get('fetch')?.({
    request: { url: origin + path, method, mode },
    respondWith: (answer: Promise<Response>) => answers.push(answer),
    waitUntil: (each: Promise<unknown>) => work.push(each),
  })
  return { answer: answers[0], work }
}

/** Returns undefined if the browser handles the request as without a service worker. */
async function ask(path: string, given: Given = {}): Promise<unknown> {
  const { answer, work } = start(path, given)
  const response = await answer?.catch((error: unknown) => error)
  await Promise.all(work)
  return response
}

const textOf = async (response: unknown) => (response instanceof Response ? response.text() : response)
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

it('opens an event from the copy of the last time when the server does not answer', async () => {
  fetchFake.mockResolvedValueOnce(html('festival', { headers: { vary: 'accept-language' } }))
  expect(await textOf(await ask('/e/1'))).toBe('<html><head></head>festival</html>')
  fetchFake.mockImplementation(offline)
  const copy = await ask('/e/1?day=2026-06-06')
  expect(await textOf(copy)).toMatch(/<head><meta name="copied-at" content="\d{4}-[^"]+Z"><\/head>festival/)
  expect(await ask('/e/2')).toBeInstanceOf(TypeError)
})

it.each([502, 503])('opens the copy when the answer is %i', async (status) => {
  fetchFake.mockResolvedValueOnce(html('festival'))
  await ask('/e/1')
  fetchFake.mockResolvedValueOnce(html('broken', { status }))
  expect(await textOf(await ask('/e/1'))).toContain('festival')
  fetchFake.mockResolvedValueOnce(html('broken', { status }))
  expect(await textOf(await ask('/e/2'))).toContain('broken')
})

it('opens the copy after five seconds without an answer, and keeps what comes later', async () => {
  fetchFake.mockResolvedValueOnce(html('before'))
  await ask('/e/1')
  timers.length = 0
  const line = new EventTarget()
  fetchFake.mockImplementationOnce(
    () => new Promise((resolve) => line.addEventListener('answer', () => resolve(html('after')))),
  )
  const slow = start('/e/1')
  await vi.waitFor(() => expect(timers.map(({ ms }) => ms)).toEqual([5_000]))
  timers[0]?.fire()
  expect(await textOf(await slow.answer)).toContain('before')
  line.dispatchEvent(new Event('answer'))
  await Promise.all(slow.work)
  fetchFake.mockImplementation(offline)
  expect(await textOf(await ask('/e/1'))).toContain('after')
})

it('forgets an event that was removed', async () => {
  fetchFake.mockResolvedValueOnce(html('festival'))
  await ask('/e/1')
  fetchFake.mockResolvedValueOnce(html('gone', { status: 404 }))
  expect(await textOf(await ask('/e/1'))).toContain('gone')
  fetchFake.mockImplementation(offline)
  expect(await ask('/e/1')).toBeInstanceOf(TypeError)
})

it('opens any personal link with the document that they share, and keeps no link', async () => {
  fetchFake.mockResolvedValueOnce(html('document'))
  await ask('/c/secret')
  fetchFake.mockImplementation(offline)
  expect(await textOf(await ask('/c/other?confirm=yes'))).toBe('<html><head></head>document</html>')
  expect([...stores].flatMap(([name, { kept }]) => [name, ...kept.keys()])).toEqual(['document-1', '/c/'])
})

it('keeps the document of personal pages whatever events are opened', async () => {
  for (const path of ['/c/secret', '/e/1', '/e/2', '/e/3', '/e/4', '/e/5', '/e/6']) {
    fetchFake.mockResolvedValueOnce(html(path))
    await ask(path)
  }
  fetchFake.mockImplementation(offline)
  expect(await textOf(await ask('/c/secret'))).toContain('/c/secret')
  expect(await ask('/e/1')).toBeInstanceOf(TypeError)
})

it.each<[string, Given?]>([
  ['/'],
  ['/people'],
  ['/c/'],
  ['/c/secret/more'],
  ['/c/secret', { method: 'POST' }],
  ['/c/secret', { mode: 'cors' }],
  ['/w/secret'],
  ['/links'],
  ['/e/1/shifts/2/signup'],
  ['/e/1', { method: 'POST' }],
  ['/e/1', { mode: 'cors' }],
  ['/e/1', { origin: 'https://other.example' }],
  ['/assets/a.js', { origin: 'https://other.example' }],
  ['/assignment/secret', { mode: 'cors' }],
  ['/events/1/public', { mode: 'cors' }],
  ['/admin/people', { mode: 'cors' }],
  ['/auth/refresh', { mode: 'cors', method: 'POST' }],
])('does not touch %s %o', async (path: string, given: Given = {}) => {
  fetchFake.mockResolvedValue(html('anything'))
  expect(await ask(path, given)).toBeUndefined()
  expect(fetchFake).not.toHaveBeenCalled()
  expect([...stores.values()].flatMap(({ kept }) => [...kept.keys()])).toEqual([])
})

it('keeps five events, those opened last', async () => {
  for (const id of [1, 2, 3, 1, 4, 5, 6]) {
    fetchFake.mockResolvedValueOnce(html(String(id)))
    await ask(`/e/${id}`)
  }
  expect([...(stores.get('pages-1')?.kept.keys() ?? [])]).toEqual(['/e/3', '/e/1', '/e/4', '/e/5', '/e/6'])
})

async function send(name: string, data?: object) {
  const work: Promise<unknown>[] = []
  listeners.get(name)?.({ data, waitUntil: (each: Promise<unknown>) => work.push(each) })
  await Promise.all(work)
}

it('keeps what the first page had loaded before, and nothing of other pages', async () => {
  fetchFake.mockImplementation(async () => html('file'))
  await send('message', {
    page: '/w/secret',
    assets: [`${ORIGIN}/admin/people`, 'https://x.example/assets/a.js'],
  })
  expect(fetchFake).not.toHaveBeenCalled()
  await send('message', { page: '/e/1', assets: [`${ORIGIN}/assets/a.js`, `${ORIGIN}/assets/a.js`] })
  expect([...(stores.get('pages-1')?.kept.keys() ?? [])]).toEqual(['/e/1'])
  expect([...(stores.get('assets-1')?.kept.keys() ?? [])]).toEqual(['/assets/a.js'])
  await send('message', { page: '/c/secret', assets: [] })
  expect([...(stores.get('document-1')?.kept.keys() ?? [])]).toEqual(['/c/'])
  expect(fetchFake).toHaveBeenLastCalledWith('/c/')
  fetchFake.mockImplementation(offline)
  expect(await textOf(await ask('/assets/a.js', { mode: 'cors' }))).toContain('file')
})

it('removes the copies of other versions when it starts', async () => {
  stores.set('pages-0', new FakeCache()).set('pages-1', new FakeCache())
  await send('activate')
  expect([...stores.keys()]).toEqual(['pages-1'])
})
