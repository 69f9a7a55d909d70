import { topics } from '@muster/contract/live'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Identity } from '../src/access/access.ts'
import { newId } from '../src/db/ids.ts'
import type { LiveGate } from '../src/live/admission.ts'
import { installLive } from '../src/live/socket-route.ts'
import { createTopics, DIRECT } from '../src/live/topics.ts'
import { createLiveTopics } from '../src/live.ts'
import { buildApiKey } from './api-keys.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Filled, fillOrganization } from './fill-organization.ts'
import { closeClients, closedGate, join, listen, openClient } from './live.ts'
import { type Administrator, buildAdministrator, buildMember } from './organizations.ts'

/* D1, D22, M1: tests every live topic with every kind of viewer. A topic without a row does not compile, or fails. */

const VIEWERS = ['nobody', 'stranger', 'removed', 'key', 'viewer', 'leader', 'otherLeader', 'owner'] as const
type Viewer = (typeof VIEWERS)[number]

type Row = {
  name: (of: Filled) => string
  /** Reason of the refusal, or `joined`, or for the direct feed what it shows. */
  answers: Record<Viewer, string>
}

const open: Row['answers'] = {
  nobody: 'joined',
  stranger: 'joined',
  removed: 'joined',
  key: 'joined',
  viewer: 'joined',
  leader: 'joined',
  otherLeader: 'joined',
  owner: 'joined',
}
const refusing = (refusal: string): Row['answers'] => ({
  ...open,
  nobody: 'session_required',
  stranger: refusal,
  removed: refusal,
  key: 'session_invalid',
})

/** Viewers and leaders may not read messages, so they do not hear of them either. */
const ofMessages: Row['answers'] = {
  ...refusing('not_found'),
  viewer: 'role_forbidden',
  leader: 'role_forbidden',
  otherLeader: 'role_forbidden',
}

const MATRIX: Record<keyof typeof topics | 'direct', Row> = {
  event: { name: ({ event_id }) => topics.event(event_id), answers: open },
  shiftSignup: { name: ({ shift_id }) => topics.shiftSignup(shift_id), answers: open },
  // Hints carry ids only, and are for every member (M1).
  organization: {
    name: ({ organization_id }) => topics.organization(organization_id),
    answers: refusing('organization_forbidden'),
  },
  broadcast: { name: ({ broadcast_id }) => topics.broadcast(broadcast_id), answers: ofMessages },
  person: { name: ({ person_id }) => topics.person(person_id), answers: ofMessages },
  direct: {
    name: () => `${DIRECT}:matrix`,
    answers: {
      nobody: 'public',
      stranger: 'public',
      removed: 'public',
      key: 'public',
      viewer: 'members',
      leader: 'members',
      otherLeader: 'NotFound: no row has this id',
      owner: 'members',
    },
  },
}

const someone: Identity = {
  user_id: newId(),
  session_id: newId(),
  email: 'eve@muster.example',
  expires_at: '2999-01-01T00:00:00.000Z',
  aal: 'aal1',
  has_second_factor: false,
}

const isOutside = (viewer: Viewer) => viewer === 'stranger' || viewer === 'removed'

const cases = Object.entries(MATRIX).flatMap(([topic, row]) =>
  VIEWERS.map((viewer) => ({ topic, viewer, answer: row.answers[viewer], row })),
)

let api: TestApp
let address: string
let own: Filled
let tokens: Record<Viewer, string | undefined>
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
  const owner = await buildAdministrator(api)
  own = await fillOrganization(api.deps, owner.organization_id)
  const { organization_id, role_id, free_role_id } = own
  const removed = await buildMember(api, { organization_id, role: 'admin' })
  const url = `/admin/members/${removed.user_id}`
  const answer = await api.inject({ method: 'DELETE', url, headers: owner.headers })
  expect(answer.statusCode).toBe(204)
  const leading = (id: string) => buildMember(api, { organization_id, role: 'leader', lead_role_ids: [id] })
  tokens = {
    nobody: undefined,
    stranger: tokenOf(await buildAdministrator(api)),
    removed: tokenOf(removed),
    key: tokenOf(await buildApiKey(api, owner)),
    viewer: tokenOf(await buildMember(api, { organization_id, role: 'viewer' })),
    leader: tokenOf(await leading(role_id)),
    otherLeader: tokenOf(await leading(free_role_id)),
    owner: tokenOf(owner),
  }
})
afterEach(closeClients)
afterAll(() => api.close())

const tokenOf = ({ headers }: Pick<Administrator, 'headers'>) => headers.authorization.replace('Bearer ', '')

async function ask(name: string, token: string | undefined, at = address): Promise<string> {
  const filter = `shift_id=eq.${own.shift_id}`
  const changes = { event: '*', schema: 'public', table: 'assignment', filter }
  const payload = name.startsWith(`${DIRECT}:`)
    ? { config: { postgres_changes: [changes] }, access_token: token }
    : { ...(token !== undefined && { token }) }
  return join<{ view?: string }>(openClient(at).channel(name, payload)).then(
    (reply) => reply.view ?? 'joined',
    (error: Error & { reply?: { reason: string } }) => error.reply?.reason ?? error.message,
  )
}

test('every topic of the server has a row', () => {
  vi.mocked(createTopics).mockClear()
  createLiveTopics(api.deps, closedGate).close()
  const [, by_prefix = {}] = vi.mocked(createTopics).mock.lastCall ?? []
  const rows = Object.values(MATRIX).map(({ name }) => name(own).split(':', 1)[0])
  expect(new Set(Object.keys(by_prefix))).toEqual(new Set(rows))
})

describe('a topic', () => {
  test.each(cases)('$topic answers $viewer with $answer', async ({ row, viewer, answer }) => {
    expect(await ask(row.name(own), tokens[viewer])).toBe(answer)
  })

  test('negative control: where everybody is an owner, other organisations join', async () => {
    const app = Fastify()
    const gate: LiveGate = {
      ...closedGate,
      identify: async (token) => ({ ...someone, session_id: token }),
      findMember: async () => ({ role: 'owner', lead_role_ids: [] }),
    }
    await installLive(app, api.deps, createLiveTopics(api.deps, gate))
    const unguarded = await listen({ app })
    const wrong: string[] = []
    const ofOutside = cases.filter((each) => isOutside(each.viewer))
    for (const { topic, viewer, answer, row } of ofOutside) {
      const given = await ask(row.name(own), tokens[viewer], unguarded)
      if (given !== answer) wrong.push(`${topic} ${viewer} ${given}`)
    }
    await closeClients()
    await app.close()
    expect(wrong).toEqual([
      'organization stranger joined',
      'organization removed joined',
      'broadcast stranger joined',
      'broadcast removed joined',
      'person stranger joined',
      'person removed joined',
      'direct stranger members',
      'direct removed members',
    ])
  })
})
