import { apiKeys } from '@muster/contract/api-keys'
import { members } from '@muster/contract/members'
import { people } from '@muster/contract/people'
import { addMs } from '@muster/contract/rules/instants'
import { session } from '@muster/contract/session'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerBytes } from '../../../test/answer-bytes.ts'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { awaitLocks } from '../../../test/await-locks.ts'
import { hold } from '../../../test/hold.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildEvent } from '../../../test/planning.ts'
import { TokenBucket } from '../../access/token-bucket.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { sha256 } from '../../signing/sha256.ts'

const { listApiKeys, createApiKey, revokeApiKey } = apiKeys
const { listPeople } = people

const START = '2026-06-01T12:00:00.000Z'
const at = (ms: number) => addMs(START, ms)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  return () => api.close()
})
beforeEach(async () => {
  api.setNow(START)
  admin = await buildAdministrator(api, { email: `${newId()}@muster.example` })
})

const NEW = { name: 'Kassan', rights: ['read', 'plan'], event_id: null, expires_in_days: 90 }

test('no key survives a demotion that comes while it is created', async () => {
  const other = await buildMember(api, { organization_id: admin.organization_id, role: 'owner' })
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  const { held, release } = hold()
  const locked = hold()
  const holding = api.deps.db.system(async (tx) => {
    await tx.select().from(schema.event).where(eq(schema.event.id, event.id)).for('update')
    locked.release()
    await held
  })
  await locked.held
  const creating = api.ok(createApiKey, { headers: other.headers, body: { ...NEW, event_id: event.id } })
  await awaitLocks(api.deps, 1)
  const demoting = api.ok(members.changeMember, {
    headers: admin.headers,
    params: { userId: other.user_id },
    body: { role: 'admin' },
  })
  await awaitLocks(api.deps, 2)
  release()
  const [{ id }] = await Promise.all([creating, demoting, holding])
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.apiKey).where(eq(schema.apiKey.id, id)),
  )
  expect(rows).toMatchObject([{ revoked_at: START }])
})

describe('a new key', () => {
  test('is shown with its secret once', async () => {
    const created = await api.ok(createApiKey, { headers: admin.headers, body: NEW })
    const { secret, ...shown } = created
    expect(secret).toMatch(/^mk_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Kassan',
      start: secret.slice(0, 10),
      rights: ['read', 'plan'],
      event: null,
      created_by: admin.email,
      created_by_name: admin.email,
      is_stopped: false,
      created_at: START,
      expires_at: at(90 * DAY),
      last_used_at: null,
    })
    const listed = await api.ok(listApiKeys, { headers: admin.headers })
    expect(listed).toEqual({ api_keys: [shown] })

    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.apiKey).where(eq(schema.apiKey.id, shown.id)),
    )
    expect(rows).toEqual([expect.objectContaining({ hash: sha256(secret) })])
    expect(JSON.stringify([rows, listed])).not.toContain(secret)
    expect(JSON.stringify([created, listed])).not.toContain(sha256(secret))
  })

  test('may be for one event of the organisation, and goes with it', async () => {
    const event = await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'Loppis' })
    const body = { ...NEW, event_id: event.id, expires_in_days: null }
    const created = await api.ok(createApiKey, { headers: admin.headers, body })
    expect(created).toMatchObject({ event: { id: event.id, name: 'Loppis' }, expires_at: null })
    await api.deps.db.system((tx) => tx.delete(schema.event).where(eq(schema.event.id, event.id)))
    expect(await api.ok(listApiKeys, { headers: admin.headers })).toEqual({ api_keys: [] })
    const headers = { ...admin.headers, authorization: `Bearer ${created.secret}` }
    expect(await api.refused(listPeople, { headers })).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  test('is not for an event of another organisation', async () => {
    const { id: event_id } = await buildEvent(api.deps)
    expect(
      await api.refused(createApiKey, { headers: admin.headers, body: { ...NEW, event_id } }),
    ).toMatchObject({ status: 404, code: 'event_not_found' })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ rights: [] }, 'rights'],
    [{ rights: ['write'] }, 'rights.0'],
    [{ rights: ['read', 'read', 'read', 'read'] }, 'rights'],
    [{ event_id: 'x' }, 'event_id'],
    [{ expires_in_days: 31 }, 'expires_in_days'],
    [{ expires_in_days: undefined }, 'expires_in_days'],
  ])('is refused with %j', async (change, path) => {
    expect(
      await api.refused(createApiKey, { headers: admin.headers, body: { ...NEW, ...change } }),
    ).toMatchObject({ status: 400, code: 'validation', issues: [expect.objectContaining({ path })] })
  })
})

test('keys are listed newest first, and only those of the organisation', async () => {
  const first = await buildApiKey(api, admin, { name: 'Första' })
  const second = await buildApiKey(api, admin, { name: 'Andra' })
  await buildApiKey(api, await buildAdministrator(api))
  const { api_keys } = await api.ok(listApiKeys, { headers: admin.headers })
  expect(api_keys.map(({ id }) => id)).toEqual([second.id, first.id])
})

test('a key names who created it, beside the address', async () => {
  await api.ok(session.changeAccount, { headers: admin.headers, body: { name: 'Maja Lind' } })
  const { headers, email } = admin
  const body = { name: 'Skript', rights: ['read'], event_id: null, expires_in_days: null }
  const named = { created_by: email, created_by_name: 'Maja Lind' }
  expect(await api.ok(createApiKey, { headers, body })).toMatchObject(named)
  expect((await api.ok(listApiKeys, { headers })).api_keys).toMatchObject([named])
})

describe('a key that is revoked', () => {
  test('leaves the list, and stops working within five seconds', async () => {
    const { id, headers } = await buildApiKey(api, admin)
    await api.ok(listPeople, { headers })
    await api.ok(revokeApiKey, { headers: admin.headers, params: { id } })
    expect(await api.ok(listApiKeys, { headers: admin.headers })).toEqual({ api_keys: [] })
    api.setNow(at(5_000))
    expect(await api.refused(listPeople, { headers })).toMatchObject({ status: 401, code: 'api_key_invalid' })
    expect(await api.refused(revokeApiKey, { headers: admin.headers, params: { id } })).toMatchObject({
      status: 404,
      code: 'api_key_not_found',
    })
  })

  test('negative control: without the mark of being revoked it goes on', async () => {
    const { id, headers } = await buildApiKey(api, admin)
    await api.ok(revokeApiKey, { headers: admin.headers, params: { id } })
    await api.deps.db.system((tx) =>
      tx.update(schema.apiKey).set({ revoked_at: null }).where(eq(schema.apiKey.id, id)),
    )
    api.setNow(at(5_000))
    await api.ok(listPeople, { headers })
  })

  test('is not one of another organisation', async () => {
    const { id, headers } = await buildApiKey(api, await buildAdministrator(api))
    expect(await api.refused(revokeApiKey, { headers: admin.headers, params: { id } })).toMatchObject({
      status: 404,
      code: 'api_key_not_found',
    })
    api.setNow(at(5_000))
    await api.ok(listPeople, { headers })
  })
})

describe('a key is refused', () => {
  test('from the moment it expires, even if it was just used', async () => {
    const { headers } = await buildApiKey(api, admin, { expires_in_days: 30 })
    api.setNow(at(30 * DAY - 1))
    await api.ok(listPeople, { headers })
    api.setNow(at(30 * DAY))
    expect(await api.refused(listPeople, { headers })).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  test('when its creator is no longer a member, and is not listed for the others', async () => {
    const { headers } = await buildApiKey(api, admin)
    await api.ok(listPeople, { headers })
    await api.deps.db.system((tx) =>
      tx.delete(schema.membership).where(eq(schema.membership.user_id, admin.user_id)),
    )
    const colleague = await buildAdministrator(api)
    const { organization_id } = admin
    await api.deps.db.system((tx) =>
      tx.insert(schema.membership).values({ organization_id, user_id: colleague.user_id }),
    )
    const listed = await api.ok(listApiKeys, {
      headers: { ...colleague.headers, 'x-organization-id': organization_id },
    })
    expect(listed).toEqual({ api_keys: [] })
    api.setNow(at(5_000))
    expect(await api.refused(listPeople, { headers })).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  test('in the same bytes whether it is unknown, expired, revoked or no key at all', async () => {
    const expired = await buildApiKey(api, admin, { expires_in_days: 30 })
    const revoked = await buildApiKey(api, admin)
    await api.ok(revokeApiKey, { headers: admin.headers, params: { id: revoked.id } })
    api.setNow(at(31 * DAY))
    const answers = await Promise.all(
      [expired.secret, revoked.secret, wrongKey(), 'mk_', 'mk_x'].map((secret) => ask(secret)),
    )
    expect(new Set(answers.map(answerBytes)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ code: 'api_key_invalid' })
  })
})

test('the last use is written once a minute', async () => {
  const { headers } = await buildApiKey(api, admin)
  const useAt = async (ms: number) => {
    api.setNow(at(ms))
    await api.ok(listPeople, { headers })
    const { api_keys } = await api.ok(listApiKeys, { headers: admin.headers })
    return api_keys[0]?.last_used_at
  }
  expect(await useAt(0)).toBe(START)
  expect(await useAt(MINUTE)).toBe(START)
  expect(await useAt(MINUTE + 5_000)).toBe(at(MINUTE + 5_000))
})

describe('guessing', () => {
  let minute = 0
  beforeEach(() => {
    minute += 1
    api.setNow(at(minute * 10 * MINUTE))
  })
  afterEach(() => void vi.restoreAllMocks())

  test('is refused after sixty different keys of one address, also when sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => ask(wrongKey(), '192.0.2.1')))
    expect(count(answers)).toEqual({ 401: 60, 429: 10 })
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'rate_limited', retry_after: 1 })
    expect(await ask(wrongKey(), '192.0.2.2')).toMatchObject({ statusCode: 401 })
  })

  test('negative control: without the limit every guess is looked up', async () => {
    vi.spyOn(TokenBucket.prototype, 'take').mockReturnValue(0)
    const answers = await Promise.all(Array.from({ length: 70 }, () => ask(wrongKey(), '192.0.2.3')))
    expect(count(answers)).toEqual({ 401: 70 })
  })

  test('is not what a machine does that repeats one revoked key', async () => {
    const { secret } = await buildApiKey(api, admin)
    const old = wrongKey()
    for (let times = 0; times < 70; times++)
      expect(await ask(old, '192.0.2.4')).toMatchObject({ statusCode: 401 })
    expect(await ask(secret, '192.0.2.4')).toMatchObject({ statusCode: 200 })
  })

  test('does not shut out a key that worked at that address', async () => {
    const { secret } = await buildApiKey(api, admin)
    await ask(secret, '192.0.2.5')
    await Promise.all(Array.from({ length: 70 }, () => ask(wrongKey(), '192.0.2.5')))
    expect(await ask(secret, '192.0.2.5')).toMatchObject({ statusCode: 200 })
  })
})

describe('calls are limited', () => {
  // Only the date is faked, because tokens come back with time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  let limited: TestApp
  let owner: Administrator
  beforeAll(async () => {
    limited = await buildTestApp({ limits: { key_requests_per_minute: 3 } })
    owner = await buildAdministrator(limited)
    return () => limited.close()
  })

  const use = (secret: string, remoteAddress: string) =>
    limited.inject({
      url: listPeople.path,
      headers: { ...owner.headers, authorization: `Bearer ${secret}` },
      remoteAddress,
    })

  test('per key, from all addresses together', async () => {
    const { secret } = await buildApiKey(limited, owner)
    const answers = []
    for (let call = 0; call < 4; call++) answers.push(await use(secret, `192.0.2.${call}`))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    expect(answers[3]?.headers).toMatchObject({ 'ratelimit-limit': '3', 'retry-after': '60' })
    const other = await buildApiKey(limited, owner)
    expect(await use(other.secret, '192.0.2.0')).toMatchObject({ statusCode: 200 })
  })
})

const wrongKey = () => `mk_${sha256(newId())}`

function ask(secret: string, remoteAddress = '127.0.0.1') {
  return api.inject({
    url: listPeople.path,
    headers: { ...admin.headers, authorization: `Bearer ${secret}` },
    remoteAddress,
  })
}

function count(answers: readonly { statusCode: number }[]) {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}
