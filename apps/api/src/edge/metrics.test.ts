import { events } from '@muster/contract/events'
import { messages } from '@muster/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import { buildEvent, buildPerson, buildShift, hoursAfter } from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import { setNightlyDue } from '../db/nightly-job.ts'
import { workerHeartbeat } from '../db/schema.ts'
import { enqueueShiftReminders } from '../outbox/shift-reminders.ts'
import { runNightly } from '../processes/nightly.ts'

const metrics_token = 'token-of-the-operator'
let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ metrics_token })
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const scrape = async (headers: Record<string, string> = { authorization: `Bearer ${metrics_token}` }) => {
  const { statusCode, headers: answered, body } = await api.inject({ url: '/metrics', headers })
  return { status: statusCode, type: answered['content-type'], body }
}
/** Repeats, because the database may answer too late on a busy machine. */
const scrapeFigures = () =>
  eventually(async () => {
    const scraped = await scrape()
    expect(valueOf(scraped.body, 'muster_database_up')).toBe(1)
    return scraped
  })
/** Returns the value of a line such as `name{label="x"}`. */
const valueOf = (body: string, line: string) =>
  Number(
    body
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )
const countAccepted = (body: string) =>
  valueOf(body, 'muster_sends_total{provider="stand-in",outcome="accepted"}') || 0

describe('who may read them', () => {
  it.each([
    ['nobody through a proxy', { 'x-forwarded-for': '203.0.113.7' }, 401],
    ['nobody through a proxy that says so in another way', { 'x-real-ip': '127.0.0.1' }, 401],
    ['nobody through a proxy that names itself', { via: '1.1 proxy' }, 401],
    ['nobody through a tunnel', { 'cf-connecting-ip': '203.0.113.7' }, 401],
    ['nobody through a content network', { 'cdn-loop': 'cloudflare' }, 401],
    ['nobody through a proxy that tells the host', { 'x-forwarded-host': 'localhost' }, 401],
    ['nobody by a foreign name', { host: 'evil.example' }, 401],
    ['nobody with another token', { authorization: 'Bearer token-of-somebody-else' }, 401],
    ['nobody with an empty token', { authorization: 'Bearer ' }, 401],
    ['nobody with the token and another', { authorization: `Bearer ${metrics_token} x` }, 401],
    ['this machine', { host: 'localhost:3000' }, 200],
    ['whoever has the token', { authorization: `Bearer ${metrics_token}`, host: 'evil.example' }, 200],
    [
      'nobody with the token through a proxy',
      { authorization: `Bearer ${metrics_token}`, 'x-forwarded-for': '203.0.113.7' },
      401,
    ],
  ])('%s', async (_who, headers, status) => {
    expect(await scrape(headers)).toMatchObject({ status })
  })

  it('without a token in the settings, no token opens them', async () => {
    const other = await buildTestApp()
    const headers = { authorization: 'Bearer undefined' }
    expect((await other.inject({ url: '/metrics', headers })).statusCode).toBe(401)
    await other.close()
  })

  it('in production this machine needs the token too', async () => {
    const production = await buildTestApp({ production: true, metrics_token })
    const get = (headers: Record<string, string>) =>
      production.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })
    expect((await get({})).statusCode).toBe(401)
    expect((await get({ authorization: `Bearer ${metrics_token}` })).statusCode).toBe(200)
    await production.close()
  })
})

it('has the figures that the alerts ask for', async () => {
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  await api.ok(events.getEvent, { headers: admin.headers, params: { id: event.id } })
  const { body, type } = await scrapeFigures()
  expect(type).toContain('text/plain')
  expect(
    valueOf(
      body,
      'muster_http_request_duration_seconds_count{method="GET",route="/admin/events/:id",status="200"}',
    ),
  ).toBe(1)
  expect(valueOf(body, 'muster_http_repeats_total')).toBe(0)
  expect(valueOf(body, 'muster_db_connections{state="waiting"}')).toBe(0)
  expect(valueOf(body, 'muster_live_sockets')).toBe(0)
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
})

const readOverdue = async (job: 'nightly' | 'reminders') =>
  valueOf((await scrapeFigures()).body, `muster_${job}_overdue_seconds`)

it('says for how long the nightly job has been due', async () => {
  // The job has never run.
  expect(await readOverdue('nightly')).toBe(0)
  await runNightly(api.deps, new AbortController().signal)
  expect(await readOverdue('nightly')).toBe(0)
  await api.deps.db.system((tx) => setNightlyDue(tx, hoursAfter(api.deps.now(), -2)))
  expect(await readOverdue('nightly')).toBeCloseTo(7_200, -1)
})

it('says for how long no reminders have been enqueued', async () => {
  expect(await readOverdue('reminders')).toBe(0)
  await buildShift(api.deps, { reminder_due_at: hoursAfter(api.deps.now(), -1) })
  expect(await readOverdue('reminders')).toBeCloseTo(3_600, -1)
  await enqueueShiftReminders(api.deps)
  expect(await readOverdue('reminders')).toBe(0)
})

it('says how long ago a worker was heard, and of an archive only where there is one', async () => {
  const silent = (await scrapeFigures()).body
  expect(silent).toMatch(/^muster_worker_age_seconds \+Inf$/m)
  expect(silent).not.toMatch(/^muster_archive_age_seconds /m)
  const beat_at = new Date(Date.now() - 90_000).toISOString()
  await api.deps.db.system((tx) => tx.insert(workerHeartbeat).values({ worker_id: newId(), beat_at }))
  expect(valueOf((await scrapeFigures()).body, 'muster_worker_age_seconds')).toBeGreaterThanOrEqual(89)
})

it('follows the outbox from the queue to the provider', async () => {
  const person = await buildPerson(api.deps, {
    organization_id: admin.organization_id,
    phone: '+46701740621',
  })
  await api.ok(messages.sendSms, {
    headers: admin.headers,
    params: { id: person.id },
    body: { message: 'Hej!' },
  })
  const now = api.deps.now()
  api.setNow(hoursAfter(now, 1))
  const waiting = (await scrapeFigures()).body
  expect(valueOf(waiting, 'muster_outbox_messages{status="QUEUED"}')).toBe(1)
  expect(valueOf(waiting, 'muster_outbox_messages{status="UNKNOWN"}')).toBe(0)
  expect(valueOf(waiting, 'muster_outbox_oldest_seconds{status="QUEUED"}')).toBeCloseTo(3_600, -1)

  await deliverDue(api.deps, buildProviders().providers)
  const sent = (await scrapeFigures()).body
  expect(valueOf(sent, 'muster_outbox_messages{status="QUEUED"}')).toBe(0)
  expect(valueOf(sent, 'muster_outbox_oldest_seconds{status="QUEUED"}')).toBe(0)
  // The counter is per process, and other tests of this process have sent too.
  expect(countAccepted(sent) - countAccepted(waiting)).toBe(1)
})

it('tells of nobody and of no organisation', async () => {
  const { email, id } = await buildPerson(api.deps, { organization_id: admin.organization_id })
  await api.inject({ url: `/admin/people/${id}?q=${email}`, headers: admin.headers })
  await api.inject({ url: `/nowhere/${email}`, headers: admin.headers })
  const { body } = await scrape()
  expect(body).toContain('route="none"')
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(body).not.toContain('@')
  expect(body).not.toContain('+46')
})

it('says that the database is away, with all else it knows', async () => {
  const alone = await buildTestApp()
  await alone.deps.db.close()
  const { body, statusCode } = await alone.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(statusCode).toBe(200)
  expect(valueOf(body, 'muster_database_up')).toBe(0)
  expect(body).not.toContain('muster_outbox_messages{')
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  await alone.app.close()
})
