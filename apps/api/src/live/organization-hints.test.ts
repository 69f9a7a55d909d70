import { type OrganizationHint, topics } from '@muster/contract/live'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApiKey } from '../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { closeClients, join, listen, openClient } from '../../test/live.ts'
import { buildAdministrator } from '../../test/organizations.ts'
import type { Identity } from '../access/access.ts'
import { newId } from '../db/ids.ts'
import { createLiveTopics } from '../live.ts'
import { installLive } from './socket-route.ts'

let api: TestApp
let address: string
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterEach(closeClients)
afterAll(() => api.close())

const tokenOf = ({ headers }: { headers: { authorization: string } }) =>
  headers.authorization.replace('Bearer ', '')

const identityOf = (session_id: string): Identity => ({
  session_id,
  user_id: session_id,
  email: 'ann@muster.example',
  expires_at: '2999-01-01T00:00:00.000Z',
  aal: 'aal1',
  has_second_factor: false,
})

const reasonFor = (organization_id: string, payload: object) =>
  join(openClient(address).channel(topics.organization(organization_id), payload)).catch(
    (error: { reply?: { reason?: string } }) => error.reply?.reason,
  )

describe('org:{id}', () => {
  it('gathers hints for its administrators', async () => {
    const ann = await buildAdministrator(api)
    const channel = openClient(address).channel(topics.organization(ann.organization_id), {
      token: tokenOf(ann),
    })
    const hints: OrganizationHint[] = []
    channel.on('changed', (hint: OrganizationHint) => hints.push(hint))
    expect(await join(channel)).toEqual({})

    const { organization_id } = ann
    const event_id = newId()
    const shifts = (ids: string[], of = event_id) =>
      ({ kind: 'shifts', organization_id, event_id: of, shift_ids: ids }) as const
    const whole = newId()
    api.deps.bus.publish([
      shifts(['a']),
      shifts(['b']),
      shifts(['a']),
      shifts(['c'], whole),
      shifts([], whole),
    ])
    api.deps.bus.publish([{ ...shifts(['foreign']), organization_id: newId() }])
    await eventually(() => expect(hints).toHaveLength(2))
    expect(hints).toEqual([
      { event_id, shift_ids: ['a', 'b'] },
      { event_id: whole, shift_ids: [] },
    ])
  })

  it('is for members with a living session only', async () => {
    const [ann, other] = [await buildAdministrator(api), await buildAdministrator(api)]
    expect(await reasonFor(ann.organization_id, {})).toBe('session_required')
    expect(await reasonFor(ann.organization_id, { token: 7 })).toBe('session_required')
    expect(await reasonFor(ann.organization_id, { token: 'nonsense' })).toBe('session_invalid')
    expect(await reasonFor(ann.organization_id, { token: tokenOf(other) })).toBe('organization_forbidden')
    expect(await reasonFor(newId(), { token: tokenOf(ann) })).toBe('organization_forbidden')
  })

  it('is not for API keys (K1)', async () => {
    const ann = await buildAdministrator(api)
    const key = await buildApiKey(api, ann)
    expect(await reasonFor(ann.organization_id, { token: tokenOf(key) })).toBe('session_invalid')
  })

  it('ends with the session, and asks to be joined again when hints may have been lost', async () => {
    const living = new Set(['ann', 'renewed'])
    const app = Fastify()
    const gate = {
      identify: async (token: string) => (living.has(token) ? identityOf(token) : undefined),
      hasEnded: async () => false,
      lacksSecondFactor: async () => false,
      isPaused: async () => false,
      isProven: async () => true,
      findMember: async () => ({ role: 'owner' as const, lead_role_ids: [] }),
      areOfRoles: async () => true,
      isAnyArchived: async () => false,
      filterAllowed: async <H extends { identity: Identity }>(holders: readonly H[]) =>
        new Set(holders.filter(({ identity }) => living.has(identity.session_id))),
    }
    await installLive(app, api.deps, createLiveTopics(api.deps, gate, { session_recheck_ms: 20 }))
    const own = await app.listen({ host: '127.0.0.1', port: 0 })
    let token = 'ann'
    const channel = openClient(own).channel(topics.organization(newId()), () => ({ token }))
    const reasons: unknown[] = []
    let joins = 0
    channel.onError((reason) => reasons.push(reason))
    await new Promise<void>((resolve) => {
      channel.join().receive('ok', () => {
        joins += 1
        resolve()
      })
    })

    channel.push('access_token', { access_token: 'renewed' })
    api.deps.bus.publish([{ kind: 'resync' }])
    await eventually(() => expect(joins).toBe(2))
    expect(reasons).toEqual([{ reason: 'resync' }])

    token = 'renewed'
    living.delete('ann')
    await eventually(() => expect(joins).toBe(3))
    living.clear()
    await eventually(() => expect(reasons).toContainEqual({ reason: 'access_ended' }))
    await closeClients()
    await app.close()
  })
})
