import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rm } from 'node:fs/promises'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi/document'
import type { PageRenderer } from '@muster/contract/page-renderer'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressOf, callOf, endpoints, paramsOf } from './calls.ts'
import { writeClient } from './client.ts'
import { smallestTurn, turnLimit } from './event-loop.ts'
import type { Filled } from './fill-organization.ts'
import { buildFilledApp, type FilledApp } from './filled-app.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from './planning.ts'

/* D66: routes are listed by Fastify while they are mounted, so that those of plugins and pages are measured too. */

const pages: PageRenderer = {
  writeEvent: (page) => JSON.stringify(page),
  writeEmpty: (page) => `empty ${page}`,
  writeShift: () => 'empty signup',
  writeLink: () => 'link',
  missing: 'missing',
  dayRange: () => 'days',
}

type Route = { method: NonNullable<InjectOptions['method']>; url: string }

const mounted: Route[] = []
let client: Awaited<ReturnType<typeof writeClient>>
let api: FilledApp
let filled: Filled
let limit: number
beforeAll(async () => {
  client = await writeClient(pages)
  subscribe('fastify.initialization', listRoutes)
  api = await buildFilledApp({}, { client })
  unsubscribe('fastify.initialization', listRoutes)
  filled = { ...api.filled, event_id: await buildFestival() }
  limit = await turnLimit(() => api.inject({ url: '/admin/people', headers: api.admin.headers }))
})
afterAll(async () => {
  await api.close()
  await rm(client.root, { recursive: true })
})

/** Fastify publishes each new instance here, before anything is mounted. */
function listRoutes(message: unknown) {
  const { fastify } = initialized.parse(message)
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) mounted.push({ method: each, url })
  })
}
const initialized = z.object({ fastify: z.custom<FastifyInstance>() })

/** 100 shifts of two people each. Returns the event's id. */
async function buildFestival(): Promise<string> {
  const { organization_id } = api.admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  const people = [
    await buildPerson(api.deps, { organization_id }),
    await buildPerson(api.deps, { organization_id }),
  ]
  for (let index = 0; index < 100; index++) {
    const shift = await buildShift(api.deps, { role })
    for (const person of people) await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  }
  return event.id
}

const request = ({ method, url }: Route, headers: Record<string, string>) => ({
  method,
  url: addressOf({ path: url }, paramsOf({ path: url }, filled)),
  headers: { ...headers, ...(hasBody(method) && { 'content-type': 'application/json' }) },
  ...(hasBody(method) && { payload: JSON.stringify(bodyOf(method, url)) }),
})
const bodyOf = (method: string, url: string): object => {
  const route = endpoints.find((each) => each.method === method && each.path === url)
  return (route && callOf(route, filled).body) ?? {}
}
const hasBody = (method: string) => ['POST', 'PUT', 'PATCH'].includes(method)

async function listSlow(routes: readonly Route[]): Promise<string[]> {
  const slow: string[] = []
  for (const route of routes) {
    for (const [who, headers] of [
      ['nobody', {}],
      ['an owner', api.admin.headers],
    ] as const) {
      const longest = await smallestTurn(() => api.inject(request(route, headers)), limit)
      if (longest > limit) slow.push(`${route.method} ${route.url} by ${who}: ${longest.toFixed(0)} ms`)
    }
  }
  return slow
}

describe('no route holds the event loop for long', () => {
  test('in any method that is mounted', async () => {
    const names = mounted.map(({ method, url }) => `${method} ${url}`)
    for (const name of ['GET /docs/yaml', 'HEAD /docs/yaml', 'GET /healthz', 'POST /shifts/:shiftId/signup'])
      expect(names).toContain(name)
    expect((await listSlow(listRequests())).join('\n')).toBe('')
  })

  test('negative control: one that writes the description for each request does', async () => {
    expect(await smallestTurn(describeApi, limit)).toBeGreaterThan(limit)
  })
})

/** Deletions come last, because later requests need the rows. */
const listRequests = () =>
  mounted
    .filter(isHarmless)
    .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

/** Ending a session, an account or an organisation would change what later requests are answered. */
const isHarmless = ({ method, url }: Route) =>
  !url.endsWith('/logout') && !(method === 'DELETE' && !url.includes(':')) && !ENDS.test(url)
const ENDS = /\/end(-|$)|\/disable/

const describeApi = async () => JSON.stringify(openapi(contract, { server: '/' }))
