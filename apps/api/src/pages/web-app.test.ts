import { rm } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { PageRenderer } from '@muster/contract/page-renderer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { writeClient } from '../../test/client.ts'
import { newId } from '../db/ids.ts'
import { type BuiltClient, readBuiltClient } from './built-client.ts'

const SCRIPT = 'console.log("a script")'
const WORKER = `self.addEventListener('fetch', () => {}) // ${'x'.repeat(1_000)}`
const pages: PageRenderer = {
  writeEvent: () => 'an event',
  writeShift: () => 'empty signup',
  writeEmpty: (page, language) => (page === 'terms' ? `terms in ${language}` : `empty ${page}`),
  writeLink: () => 'link',
  missing: 'no such page',
  dayRange: () => '',
}

let api: TestApp
let client: BuiltClient
beforeAll(async () => {
  client = await writeClient(pages, {
    'public.html': 'built',
    'robots.txt': 'User-agent: *',
    'service-worker.js': WORKER,
    '.vite/manifest.json': '{}',
    'server/server.js': '//',
    'assets/a-1.js': SCRIPT,
    'assets/a-1.js.br': brotliCompressSync(SCRIPT),
    'assets/a-1.js.gz': gzipSync(SCRIPT),
  })
  api = await buildTestApp({}, { client })
})
afterAll(async () => {
  await api.close()
  await rm(client.root, { recursive: true })
})

test.each([
  ['/c/abC.', '/c/abC'],
  ['/E/0197B0A0-0000-7000-8000-000000000026', '/e/0197b0a0-0000-7000-8000-000000000026'],
  ['/Links?x=1', '/links?x=1'],
])('%s leads to %s', async (url, location) => {
  const answer = await api.inject({ url, headers: { accept: 'text/html' } })
  expect(answer).toMatchObject({ statusCode: 308, headers: { location } })
})

test.each([
  ['/', 'the organiser’s'],
  ['/events/x/broadcast', 'the organiser’s'],
  ['/organizations/new', 'the organiser’s'],
  ['/e/', 'empty event'],
  ['/e/x/shifts/y/signup', 'empty signup'],
  ['/c/', 'empty confirmation'],
  ['/c/abc', 'empty confirmation'],
  ['/terms', 'terms in en'],
  ['/privacy', 'empty privacy'],
])('%s is a page, always fresh', async (url, body) => {
  const answer = await api.inject({ url })
  expect(answer).toMatchObject({ statusCode: 200, body })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const again = await api.inject({ url, headers: { 'if-none-match': String(answer.headers['etag']) } })
  expect(again.statusCode).toBe(304)
})

test('a page with text is in the language of the browser', async () => {
  const answer = await api.inject({ url: '/terms', headers: { 'accept-language': 'sv-SE,sv;q=0.9' } })
  expect(answer.body).toBe('terms in sv')
  expect(answer.headers['vary']).toContain('accept-language')
  expect((await api.inject({ url: '/privacy' })).headers['vary']).not.toContain('accept-language')
})

test('the service worker is never taken from a cache without asking', async () => {
  const answer = await api.inject({ url: '/service-worker.js' })
  expect(answer).toMatchObject({ statusCode: 200, body: WORKER })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  })
})

test('switched off, it is one that removes itself and all copies', async () => {
  const off = await buildTestApp({ offline_copies: false }, { client })
  const { body } = await off.inject({ url: '/service-worker.js' })
  await off.close()
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<void>) => void }) => void>()
  const removed: string[] = []
  const self = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    skipWaiting: () => removed.push('the version before'),
    registration: { unregister: async () => removed.push('the worker') },
  }
  const caches = { keys: async () => ['pages-1'], delete: async (name: string) => removed.push(name) }
  runInNewContext(body, { self, caches })
  const work: Promise<void>[] = []
  for (const name of ['install', 'activate']) listeners.get(name)?.({ waitUntil: (each) => work.push(each) })
  await Promise.all(work)
  expect(removed).toEqual(['the version before', 'pages-1', 'the worker'])
})

test('a sign-up page has one address, whatever the spelling of its ids', async () => {
  const [event_id, shift_id] = [newId(), newId()]
  const address = `/e/${event_id}/shifts/${shift_id}/signup`
  for (const other of [
    `/e/${event_id.toUpperCase()}/shifts/${shift_id}/signup`,
    address.replace('-', '%2d'),
  ]) {
    const answer = await api.inject({ url: `${other}?from=mail` })
    expect(answer.statusCode).toBe(308)
    expect(answer.headers['location']).toBe(`${address}?from=mail`)
  }
  expect(await api.inject({ url: address })).toMatchObject({ statusCode: 200, body: 'empty signup' })
})

test('a personal link is for no index', async () => {
  expect((await api.inject({ url: '/c/abc' })).headers['x-robots-tag']).toBe('noindex')
  expect((await api.inject({ url: '/terms' })).headers).not.toHaveProperty('x-robots-tag')
})

test.each([
  '/public.html',
  '/.vite/manifest.json',
  '/server/server.js',
  '/e/x/y',
  '/nowhere',
  '/assets/a-2.js',
])('%s is nothing, and says so as the api does', async (url) => {
  const answer = await api.inject({ url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})

test.each([
  ['/nowhere', 'the organiser’s'],
  ['/people/x/y', 'the organiser’s'],
  ['/public.html', 'the organiser’s'],
  ['/admin/nowhere', 'the organiser’s'],
  ['/e/x/y', 'no such page'],
  ['/c/a/b', 'no such page'],
])('%s in a browser is a page that says so', async (url, body) => {
  const answer = await api.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(answer).toMatchObject({ statusCode: 404, body })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
})

test('a page can be asked for by its head alone', async () => {
  const { statusCode, body, headers } = await api.inject({ method: 'HEAD', url: '/terms' })
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' })
  expect(headers['etag']).toBe((await api.inject({ url: '/terms' })).headers['etag'])
})

test('a hashed file stays for ever, and goes out as the build has compressed it', async () => {
  const answer = await api.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT)
  expect((await api.inject({ url: '/assets/a-1.js' })).body).toBe(SCRIPT)
  expect((await api.inject({ url: '/robots.txt' })).headers['cache-control']).toBe('public, max-age=3600')
})

test('without a build the start says what to do', async () => {
  await expect(readBuiltClient('/nowhere')).rejects.toThrow('The pages are not built: run `npm start`')
})
