import { apiKeys } from '@muster/contract/api-keys'
import { assignments } from '@muster/contract/assignments'
import { members } from '@muster/contract/members'
import { personalPage } from '@muster/contract/personal-page'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildAssignment, buildPerson, buildRole, buildShift, hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { replaceAllLinks } from './replace-all-links.ts'

/* D63: who has lost access can no longer use the personal links that they have read. */

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

const tokenOf = (id: string, round = 1) => signId(api.deps.keys, { purpose: 'personal_link', id, round })
const statusOf = async (token: string) => {
  const answer = await api.inject(`/assignment/${token}`)
  return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}

const memberAs = (role: 'admin' | 'viewer') =>
  buildMember(api, { organization_id: owner.organization_id, role })

type Given = Partial<typeof schema.assignment.$inferInsert>

async function buildLinks(many: readonly { hours?: number; given?: Given }[]) {
  const { organization_id } = owner
  const role = await buildRole(api.deps, { organization_id })
  return Promise.all(
    many.map(async ({ hours = 48, given = {} }) => {
      const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) })
      const person = await buildPerson(api.deps, { organization_id, phone: '+46701740605' })
      const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', ...given })
      return { id, person, token: tokenOf(id) }
    }),
  )
}

const messagesTo = (person_id: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, person_id)))
const countLinks = async () => (await api.ok(assignments.countOpenLinks, { headers: owner.headers })).links

const WAYS: Record<string, (query: object) => Promise<unknown>> = {
  'removing an administrator': async (query) => {
    const { user_id } = await memberAs('admin')
    return api.ok(members.removeMember, {
      headers: owner.headers,
      params: { userId: user_id },
      query: { ...query },
    })
  },
  'lowering an administrator': async (query) => {
    const { user_id } = await memberAs('admin')
    const params = { userId: user_id }
    return api.ok(members.changeMember, {
      headers: owner.headers,
      params,
      query: { ...query },
      body: { role: 'viewer' },
    })
  },
  'leaving as an administrator': async (query) => {
    const { headers } = await memberAs('admin')
    return api.ok(members.leaveOrganization, { headers, query: { ...query } })
  },
  'revoking a key': async (query) => {
    const { id } = await buildApiKey(api, owner)
    return api.ok(apiKeys.revokeApiKey, { headers: owner.headers, params: { id }, query: { ...query } })
  },
}

describe.each(Object.entries(WAYS))('%s', (_name, lose) => {
  test('leaves the links alone unless it is asked for', async () => {
    const [link] = await buildLinks([{}])
    if (!link) throw new Error('no link')
    await lose({})
    await lose({ replace_links: 'false' })
    expect(await replaceAllLinks(api.deps)).toBe(0)
    expect(await statusOf(link.token)).toBe(200)
  })

  test('replaces those of shifts that are not over, and sends the new ones', async () => {
    const [coming, over] = await buildLinks([{}, { hours: -5 }])
    if (!coming || !over) throw new Error('no link')
    expect(await countLinks()).toBe(1)
    await lose({ replace_links: 'true' })
    expect(await replaceAllLinks(api.deps)).toBe(1)
    expect(await statusOf(coming.token)).toBe('404 link_replaced')
    expect(await statusOf(tokenOf(coming.id, 2))).toBe(200)
    expect(await statusOf(over.token)).toBe(200)
    expect(await messagesTo(coming.person.id)).toMatchObject([
      {
        channel: 'EMAIL',
        template: 'new_link',
        payload: { shifts: [{ assignment_id: coming.id, round: 2 }] },
      },
    ])
    const log = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.organization_id, owner.organization_id)),
    )
    expect(log.map(({ action }) => action)).toContain('organization.links_replaced')
    // It is done once.
    expect(await replaceAllLinks(api.deps)).toBe(0)
  })
})

test('a viewer who leaves replaces nothing: they could not read the links', async () => {
  const [link] = await buildLinks([{}])
  const { headers } = await memberAs('viewer')
  await api.ok(members.leaveOrganization, { headers, query: { replace_links: 'true' } })
  await replaceAllLinks(api.deps)
  expect(await statusOf(link?.token ?? '')).toBe(200)
})

test('others get a new round silently: picked and not asked, expired; an invitation gets time to answer', async () => {
  const past = hoursAfter(api.deps.now(), -24 * 8)
  const invited = { status: 'INVITED', invite_method: 'EMAIL' } as const
  const [picked, expired, asked, declined] = await buildLinks([
    { given: { status: 'INVITED' } },
    { given: { ...invited, invite_sent_at: past, token_expires_at: hoursAfter(past, 24) } },
    { given: { ...invited, invite_sent_at: api.deps.now() } },
    { given: { status: 'DECLINED' } },
  ])
  await WAYS['revoking a key']?.({ replace_links: 'true' })
  await replaceAllLinks(api.deps)
  for (const silent of [picked, expired, declined])
    expect(await messagesTo(silent?.person.id ?? '')).toEqual([])
  expect(await messagesTo(asked?.person.id ?? '')).toMatchObject([{ template: 'new_link' }])
  expect(await statusOf(tokenOf(expired?.id ?? '', 2))).toBe('403 link_expired')
  expect(await statusOf(tokenOf(picked?.id ?? '', 2))).toBe(200)
  expect(await statusOf(picked?.token ?? '')).toBe('404 link_replaced')
})

test('goes by SMS where the link went by SMS', async () => {
  const [link] = await buildLinks([{ given: { status: 'INVITED' } }])
  if (!link) throw new Error('no link')
  await api.ok(assignments.sendInvite, {
    headers: owner.headers,
    params: { id: link.id },
    body: { method: 'SMS' },
  })
  await WAYS['revoking a key']?.({ replace_links: 'true' })
  await replaceAllLinks(api.deps)
  expect((await messagesTo(link.person.id)).map(({ channel, template }) => `${channel} ${template}`)).toEqual(
    ['SMS invitation', 'SMS new_link'],
  )
})

test('above the daily cap the links stop working all the same, without a message', async () => {
  const capped = {
    ...api.deps,
    config: {
      ...api.deps.config,
      limits: { ...api.deps.config.limits, messages_per_day: { EMAIL: 0, SMS: 0 } },
    },
  }
  const [link] = await buildLinks([{}])
  await WAYS['revoking a key']?.({ replace_links: 'true' })
  expect(await replaceAllLinks(capped)).toBe(1)
  expect(await statusOf(link?.token ?? '')).toBe('404 link_replaced')
  expect(await messagesTo(link?.person.id ?? '')).toEqual([])
})

test('goes on where a process has ended, and two workers replace each link once', async () => {
  const links = await buildLinks(Array.from({ length: 45 }, () => ({})))
  await WAYS['revoking a key']?.({ replace_links: 'true' })
  const stopping = new AbortController()
  let batches = 0
  const db: typeof api.deps.db = {
    ...api.deps.db,
    transaction: (org, work) => {
      batches += 1
      if (batches === 1) stopping.abort()
      return api.deps.db.transaction(org, work)
    },
  }
  expect(await replaceAllLinks({ ...api.deps, db }, stopping.signal)).toBe(20)
  const both = await Promise.all([replaceAllLinks(api.deps), replaceAllLinks(api.deps)])
  expect(both[0] + both[1]).toBe(25)
  for (const { id } of links) expect(await statusOf(tokenOf(id, 2))).toBe(200)
})

test('a link that nobody ever made is invalid, not replaced', async () => {
  const [link] = await buildLinks([{}])
  await api.ok(assignments.replaceLink, {
    headers: owner.headers,
    params: { id: link?.id ?? '' },
    body: { notify: false },
  })
  for (const round of [0, 3]) expect(await statusOf(tokenOf(link?.id ?? '', round))).toBe('404 link_invalid')
  expect(await api.refused(personalPage.getDetails, { params: { token: link?.token ?? '' } })).toMatchObject({
    status: 404,
    code: 'link_replaced',
  })
})
