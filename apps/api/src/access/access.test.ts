import { people } from '@muster/contract/people'
import type { MemberRole } from '@muster/contract/rules/member-role'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { installErrorHandler } from '../edge/error-handler.ts'
import { type ApiKey, type Gate, identityOf, installAccess, type KeyGate, organizationOf } from './access.ts'

const ours = newId()
const identity = {
  user_id: newId(),
  session_id: newId(),
  email: 'asa@muster.example',
  expires_at: '2999-01-01T00:00:00.000Z',
  aal: 'aal1' as const,
  has_second_factor: false,
}

let role: MemberRole = 'owner'
/** A gate that knows one token and one membership. */
const gate: Gate = {
  hasEnded: async () => false,
  lacksSecondFactor: async () => false,
  isPaused: async () => false,
  isProven: async () => true,
  identify: async (token) => (token === 'good' ? identity : undefined),
  findMember: async (user_id, organization_id) =>
    user_id === identity.user_id && organization_id === ours ? { role, lead_role_ids: [] } : undefined,
  areOfRoles: async () => true,
  isAnyArchived: async () => false,
}

const key: ApiKey = {
  id: newId(),
  organization_id: ours,
  rights: ['read', 'plan', 'send'],
  event_id: null,
  created_by: identity.user_id,
}

/** A gate that knows one key. */
const keys: KeyGate = {
  find: async (secret) => (secret === 'mk_good' ? key : undefined),
  count: async () => undefined,
  areOfEvent: async () => true,
}

const app = Fastify()
installErrorHandler(app)
installAccess(app, gate, keys)
const config = { tsRestRoute: people.listPeople }
app.get('/admin/people', { config }, async (request) => [request.api_key?.id, organizationOf(request)])
app.get('/admin/thing', async (request) => [identityOf(request).email, organizationOf(request)])
app.get('/api/thing', async (request) => identityOf(request).email)
app.get('/administrators', async () => 'public')

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers })
  return { status: answer.statusCode, body: answer.body }
}
const session = { authorization: 'Bearer good' }

test('a session and an own organisation pass', async () => {
  const answer = await ask('/admin/thing', { ...session, 'x-organization-id': ours })
  expect(answer).toEqual({ status: 200, body: JSON.stringify([identity.email, ours]) })
  expect(await ask('/api/thing', { authorization: 'bearer good' })).toMatchObject({ status: 200 })
})

test.each(['/admin/thing', '/api/thing'])('%s is closed without a session', async (url) => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Basic good',
    'good',
    'Bearer bad',
    'Bearer good good',
  ]) {
    const { status, body } = await ask(url, { authorization, 'x-organization-id': ours })
    expect(status).toBe(401)
    expect(JSON.parse(body)).toMatchObject({ code: expect.stringMatching(/^session_/) })
  }
})

test('a missing organisation is asked for; malformed, unknown and foreign get the same bytes', async () => {
  expect(await ask('/admin/thing', session)).toMatchObject({
    status: 400,
    body: expect.stringContaining('organization_required'),
  })
  const answers = await Promise.all(
    ['x', newId(), `${ours}x`, `${ours},${ours}`, "' or 1=1", `{${ours}}`].map((id) =>
      ask('/admin/thing', { ...session, 'x-organization-id': id }),
    ),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 403, body: expect.stringContaining('organization_forbidden') })
})

test('an API key passes with its own organisation', async () => {
  const answer = await ask('/admin/people', { authorization: 'Bearer mk_good', 'x-organization-id': ours })
  expect(answer).toEqual({ status: 200, body: JSON.stringify([key.id, ours]) })
})

test.each([
  ['mk_bad', ours, 401, 'api_key_invalid'],
  ['mk_good', undefined, 400, 'organization_required'],
  ['mk_good', newId(), 403, 'organization_forbidden'],
  ['mk_good', 'x', 403, 'organization_forbidden'],
])(
  'the API key %s with the organisation %s is refused (%i %s)',
  async (secret, organization, status, code) => {
    const answer = await ask('/admin/people', {
      authorization: `Bearer ${secret}`,
      ...(organization !== undefined && { 'x-organization-id': organization }),
    })
    expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({ status, code })
  },
)

test('a route that the contract does not declare is for owners, and HEAD is GET', async () => {
  const headers = { ...session, 'x-organization-id': ours }
  const statuses = async (url: string) => {
    const answers = await Promise.all([
      app.inject({ url, headers }),
      app.inject({ method: 'HEAD', url, headers }),
    ])
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await statuses('/admin/thing')).toEqual([200, 200])
  role = 'viewer'
  expect(await statuses('/admin/thing')).toEqual([403, 403])
  expect(await statuses('/admin/people')).toEqual([200, 200])
  role = 'owner'
})

test('a route that the contract does not declare is refused to every API key', async () => {
  const headers = { authorization: 'Bearer mk_good', 'x-organization-id': ours }
  for (const url of ['/admin/thing', '/api/thing']) {
    expect(await ask(url, headers)).toMatchObject({
      status: 403,
      body: expect.stringContaining('person_required'),
    })
  }
})

test('only whole path segments count as closed', async () => {
  expect(await ask('/administrators')).toEqual({ status: 200, body: 'public' })
})
