import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { newId } from '../../db/ids.ts'
import { createCapture } from '../../providers/capture.ts'

let api: TestApp
let production: TestApp
let data_dir: string
const mail = {
  id: newId(),
  from: { name: 'Brunnby IF', address: 'no-reply@localhost' },
  to: 'asa@volunteer.example',
  subject: '<b>Hej</b>',
  text: 'Se http://localhost:3000/c/abc\n<script>',
  html: '<p style="color:red">Hej</p>',
  attachments: [{ file_name: 'Kafé.ics', content_type: 'text/calendar; charset=utf-8', content: 'BEGIN' }],
  organization_id: null,
  personal: [],
}

beforeAll(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-mailbox-'))
  api = await buildTestApp({ data_dir })
  production = await buildTestApp({ data_dir, production: true })
  await createCapture({ data_dir, now: api.deps.now }).mail.send([mail])[0]
})
afterAll(async () => {
  await Promise.all([api.close(), production.close()])
  await rm(data_dir, { recursive: true })
})

const get = (url: string, from: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  api.inject({ url, ...from, headers: { host: 'localhost:3000', ...from.headers } })
const paths = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/mailbox.css',
  ...['', '/html', '/attachments/0'].map((rest) => `/dev/mailbox/${mail.id}${rest}`),
]

test('lists captured messages', async () => {
  const answer = await get('/dev/mailbox.json')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(answer.json()).toMatchObject([
    {
      id: mail.id,
      channel: 'EMAIL',
      to: 'asa@volunteer.example',
      from: '"Brunnby IF" <no-reply@localhost>',
      attachments: [{ filename: 'Kafé.ics' }],
    },
  ])
})

test('shows a message as text with its links, and as HTML in a frame of its own', async () => {
  const list = await get('/dev/mailbox')
  expect(list.body).toContain('&lt;b&gt;Hej&lt;/b&gt;')
  const page = await get(`/dev/mailbox/${mail.id}`)
  expect(page.body).toContain('<a href="http://localhost:3000/c/abc">')
  expect(page.body).toContain('&lt;script&gt;')
  expect(page.body).not.toMatch(/style=|<script|<style/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'")

  const frame = await get(`/dev/mailbox/${mail.id}/html`)
  expect(frame.body).toBe(mail.html)
  expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox allow-popups/)
  const attachment = await get(`/dev/mailbox/${mail.id}/attachments/0`)
  expect(attachment.headers['content-disposition']).toContain('Kafe.ics')
  expect(attachment.body).toBe('BEGIN')
})

test('unknown messages are 404', async () => {
  for (const rest of [
    '/x',
    `/${newId()}`,
    `/${mail.id}/attachments/1`,
    `/${mail.id}/attachments/x`,
    '/..%2Fkeys',
  ]) {
    expect((await get(`/dev/mailbox${rest}`)).statusCode).toBe(404)
  }
})

test('answers this machine only, under its own name, and not through a proxy', async () => {
  for (const url of paths) {
    expect((await get(url)).statusCode).toBe(200)
    expect((await get(url, { remoteAddress: '::1', headers: { host: '[::1]:3000' } })).statusCode).toBe(200)
    const refused = [
      await get(url, { remoteAddress: '192.168.0.7' }),
      await get(url, { remoteAddress: '::ffff:10.0.0.1' }),
      await get(url, { headers: { host: 'evil.example' } }),
      await get(url, { headers: { host: 'localhost.evil.example:3000' } }),
      await get(url, { headers: { 'x-forwarded-for': '127.0.0.1' } }),
      await get(url, { headers: { 'x-forwarded-proto': 'http' } }),
      await get(url, { headers: { forwarded: 'for=127.0.0.1' } }),
      await get(url, { headers: { 'x-real-ip': '127.0.0.1' } }),
      await get(url, { headers: { via: '1.1 localhost' } }),
      await get(url, { headers: { 'cf-connecting-ip': '203.0.113.7' } }),
      await get(url, { headers: { 'true-client-ip': '203.0.113.7' } }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404))
  }
})

test('is not there in production', async () => {
  for (const url of paths) {
    const answer = await production.inject({ url, headers: { host: 'localhost:3000' } })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
})
