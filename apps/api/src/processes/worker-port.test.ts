import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildOrganization, buildPerson } from '../../test/planning.ts'
import { enqueueSms } from '../outbox/enqueue.ts'
import { startWorkerPort } from './worker-port.ts'

let api: TestApp
let origin: string
let close: () => Promise<void>
const metrics_token = 'a-token-of-the-scraper'
beforeAll(async () => {
  api = await buildTestApp({ metrics_token, host: '127.0.0.1', production: true })
  const app = await startWorkerPort(api.deps, 0)
  origin = app.listeningOrigin
  close = () => app.close()
})
afterAll(async () => {
  await close()
  await api.close()
})

test.each(['/healthz', '/readyz'])('%s of a worker answers', async (path) => {
  await eventually(async () => expect((await fetch(origin + path)).status).toBe(200))
})

test('its metrics count what it sends, for the scraper alone', async () => {
  const { id: organization_id } = await buildOrganization(api.deps)
  const person = await buildPerson(api.deps, { organization_id, phone: '+46701740621' })
  await api.deps.db.transaction(organization_id, (tx) =>
    enqueueSms(tx, {
      person,
      language: 'sv',
      content: { template: 'custom_text', payload: { text: 'Hej' } },
    }),
  )
  await deliverDue(api.deps, buildProviders().providers)
  expect((await fetch(`${origin}/metrics`)).status).toBe(401)
  const headers = { authorization: `Bearer ${metrics_token}` }
  await eventually(async () => {
    const body = await (await fetch(`${origin}/metrics`, { headers })).text()
    expect(body).toMatch(/^muster_sends_total\{provider="stand-in",outcome="accepted"\} [1-9]/m)
    expect(body).toContain('muster_outbox_messages{status="QUEUED"} 0')
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  })
})

test('another path is not found', async () => {
  expect((await fetch(`${origin}/nowhere`)).status).toBe(404)
})

test('a port that is taken is named with its setting', async () => {
  await expect(startWorkerPort(api.deps, Number(new URL(origin).port))).rejects.toThrow('WORKER_PORT=')
})
