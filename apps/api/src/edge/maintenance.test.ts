import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { hoursAfter } from '../../test/planning.ts'
import { endMaintenance, startMaintenance } from '../db/maintenance.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await buildTestApp()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(origin + path, { headers })
  return { status: answer.status, retry_after: answer.headers.get('retry-after'), body: await answer.text() }
}

const becomes = (status: number) =>
  eventually(async () => expect((await ask('/.well-known/jwks.json')).status).toBe(status))

test('requests are refused until the operator ends it', async () => {
  await becomes(200)
  await api.deps.db.system((tx) => startMaintenance(tx, hoursAfter(api.deps.now(), 1)))
  await becomes(503)

  const refused = await ask('/admin/people')
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'busy' })
  expect(Number(refused.retry_after)).toBeGreaterThan(3_500)
  const page = await ask('/e/any', { accept: 'text/html', 'accept-language': 'sv' })
  expect(page).toMatchObject({ status: 503, retry_after: expect.stringMatching(/^3[56]\d\d$/) })
  expect(page.body).toContain('Muster uppdateras')
  for (const path of ['/healthz', '/readyz', '/metrics', '/unsubscribe/page.css'])
    expect((await ask(path)).status).toBe(200)

  // The maintenance continues past its expected end.
  await api.deps.db.system((tx) => startMaintenance(tx, hoursAfter(api.deps.now(), -1)))
  await eventually(async () => expect((await ask('/admin/people')).retry_after).toBe('30'))

  expect(await api.deps.db.system(endMaintenance)).toBe(true)
  await becomes(200)
  expect(await api.deps.db.system(endMaintenance)).toBe(false)
})
