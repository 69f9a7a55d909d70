import { rm } from 'node:fs/promises'
import type { PageRenderer } from '@muster/contract/page-renderer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeClient } from '../../test/client.ts'
import { buildFilledApp, type FilledApp } from '../../test/filled-app.ts'
import { organization } from '../db/schema.ts'
import type { BuiltClient } from './built-client.ts'

const pages: PageRenderer = {
  writeEvent: () => 'an event',
  writeShift: () => 'empty signup',
  writeEmpty: (page) => `empty ${page}`,
  writeLink: (link) => JSON.stringify(link),
  missing: 'no such page',
  dayRange: () => '',
}

let api: FilledApp
let client: BuiltClient
beforeAll(async () => {
  client = await writeClient(pages)
  api = await buildFilledApp({}, { client })
  await api.deps.db.system((tx) => tx.update(organization).set({ language: 'sv', name: 'Solsidan' }))
})
afterAll(async () => {
  await api.close()
  await rm(client.root, { recursive: true })
})

const links = [
  ['confirmation', '/c', 'link'],
  ['waiting', '/w', 'waiting_link'],
  ['swap', '/swap', 'swap_link'],
] as const

test.each(links)('%s: says to who states no language what it is, and whose', async (page, path, link) => {
  const answer = await api.inject({ url: `${path}/${api.filled[link]}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ page, organization: 'Solsidan', language: 'sv' })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  })
  expect(answer.headers['vary']).toContain('accept-language')
})

test.each(links)(
  '%s: browsers get the same document for every link, without a read',
  async (page, path, link) => {
    const headers = { 'accept-language': 'sv' }
    const [known, unknown] = await Promise.all([
      api.inject({ url: `${path}/${api.filled[link]}`, headers }),
      api.inject({ url: `${path}/unknown`, headers }),
    ])
    expect(known.body).toBe(`empty ${page}`)
    expect(unknown.body).toBe(known.body)
    expect(unknown.statusCode).toBe(200)
  },
)

test.each([...links.map(([page, path]) => [page, path] as const), ['request', '/request'] as const])(
  '%s: an unknown link gets what browsers get',
  async (page, path) => {
    const forged = `${api.filled.link.slice(0, 22)}${'A'.repeat(21)}`
    for (const token of ['x', 'A'.repeat(43), forged]) {
      const answer = await api.inject({ url: `${path}/${token}` })
      expect(answer).toMatchObject({ statusCode: 200, body: `empty ${page}` })
    }
  },
)
