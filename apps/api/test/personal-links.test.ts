import { contract } from '@muster/contract/contract'
import type { LogAction } from '@muster/contract/rules/log-action'
import type { AppRoute } from '@ts-rest/core'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as schema from '../src/db/schema.ts'
import * as feeds from '../src/features/personal-page/feed-queries.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { endpoints, nameOf } from './calls.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from './planning.ts'

vi.mock(import('../src/features/personal-page/feed-queries.ts'), { spy: true })

/* D63: what a link of a volunteer shows is of its event, and what is done by it is in the log. */

type World = Awaited<ReturnType<typeof buildWorld>>

/** What a call changes, as the log says it. A route that changes nothing has no action. */
type Call = { link: (of: World) => string; body?: object; actions: LogAction[] }

const byAnswered = ({ answered }: World) => answered
const byAsked = ({ asked }: World) => asked
const byWaiting = ({ waiting }: World) => waiting

const CALLS: Record<string, Call[]> = {
  'GET /assignment/:token': [{ link: byAnswered, actions: [] }],
  'GET /assignment/:token/organizer': [{ link: byAnswered, actions: [] }],
  'GET /assignment/:token/certificate': [{ link: byAnswered, actions: [] }],
  'POST /assignment/:token/confirm': [
    { link: byAsked, body: { confirm: true }, actions: ['assignment.confirmed'] },
    { link: byAsked, body: { confirm: false }, actions: ['assignment.declined'] },
  ],
  'POST /assignment/:token/change': [
    { link: byAnswered, body: { status: 'DECLINED', reason: 'Feber' }, actions: ['assignment.given_up'] },
    { link: ({ declined }) => declined, body: { status: 'CONFIRMED' }, actions: ['assignment.taken_again'] },
  ],
  'POST /assignment/:token/swap': [{ link: byAnswered, actions: ['assignment.swap_opened'] }],
  'DELETE /assignment/:token/swap': [{ link: byAnswered, actions: [] }],
  'GET /assignment/:token/answers': [{ link: byAnswered, actions: [] }],
  'PUT /assignment/:token/answers': [
    { link: byAnswered, body: { answers: [] }, actions: ['person.changed'] },
  ],
  'POST /assignment/:token/messages': [
    { link: byAnswered, body: { stop: true }, actions: ['person.messages_stopped'] },
    { link: byAnswered, body: { stop: false }, actions: ['person.messages_resumed'] },
  ],
  'POST /assignment/:token/reminders': [
    { link: byAnswered, body: { on: false }, actions: ['person.changed'] },
    { link: byAnswered, body: { on: true }, actions: [] },
  ],
  'GET /assignment/:token/details': [{ link: byAnswered, actions: [] }],
  'PUT /assignment/:token/details': [
    {
      link: byAnswered,
      body: { phone: '+46701740606', language: 'sv' },
      actions: ['person.change_asked'],
    },
  ],
  'PUT /assignment/:token/email': [
    { link: byAnswered, body: { email: 'stranger@elsewhere.example' }, actions: ['person.change_asked'] },
    { link: byAnswered, body: { email: null }, actions: ['person.change_withdrawn'] },
  ],
  'GET /assignment/:token/calendar-feed': [{ link: byAnswered, actions: [] }],
  'POST /assignment/:token/calendar-feed': [{ link: byAnswered, actions: ['person.feed_renewed'] }],
  'POST /assignment/:token/calendar-feed/send': [{ link: byAnswered, actions: ['person.feed_sent'] }],
  'GET /assignment/:token/calendar.ics': [{ link: byAnswered, actions: [] }],
  'GET /waiting/:token': [{ link: byWaiting, actions: [] }],
  'POST /waiting/:token': [
    { link: byWaiting, body: { status: 'LEFT' }, actions: ['waiting.left'] },
    { link: byWaiting, body: { status: 'TAKEN' }, actions: ['waiting.taken'] },
  ],
}

/** In everything of the other event. */
const CANARY = 'canary'
const PHONE = '+46701740605'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

async function buildWorld() {
  const { deps } = api
  const { organization_id } = admin
  const person = await buildPerson(deps, { organization_id, phone: PHONE, language: 'en' })
  const role = await buildRole(deps, {
    event: await buildEvent(deps, { organization_id, certificates: true }),
  })
  const shiftIn = (hours: number) => buildShift(deps, { role, start_dt: hoursAfter(deps.now(), hours) })
  const elsewhere = await buildEvent(deps, {
    organization_id,
    name: CANARY,
    certificates: true,
    location: CANARY,
    notes: CANARY,
    contact_email: `${CANARY}@elsewhere.example`,
  })
  const other_role = await buildRole(deps, { event: elsewhere, name: CANARY, description: CANARY })
  const other_shift = await buildShift(deps, { role: other_role, start_dt: hoursAfter(deps.now(), 200) })
  const other = await buildAssignment(deps, { shift: other_shift, person, status: 'CONFIRMED' })

  const linkTo = async (hours: number, status: 'INVITED' | 'CONFIRMED' | 'DECLINED') => {
    const { id, round } = await buildAssignment(deps, { shift: await shiftIn(hours), person, status })
    return signId(deps.keys, { purpose: 'personal_link', id, round })
  }
  const { id, round } = await buildWaiting(deps, {
    shift: await shiftIn(60),
    person,
    status: 'OFFERED',
    offer_expires_at: hoursAfter(deps.now(), 5),
  })
  return {
    person,
    hidden: [CANARY, elsewhere.id, other_shift.id, other.id, person.email, PHONE, PHONE.slice(3)],
    answered: await linkTo(72, 'CONFIRMED'),
    asked: await linkTo(80, 'INVITED'),
    declined: await linkTo(90, 'DECLINED'),
    waiting: signId(deps.keys, { purpose: 'waiting', id, round }),
    /** An invitation at the time of the shift of the other event. */
    inConflict: await linkTo(200, 'INVITED'),
  }
}

const linkRoutes = endpoints.filter(({ path }) => /^\/(assignment|waiting)\/:token/.test(path))
const cases = linkRoutes.flatMap((route) =>
  (CALLS[nameOf(route)] ?? []).map((call): [string, string, AppRoute, Call] => [
    nameOf(route),
    JSON.stringify(call.body),
    route,
    call,
  ]),
)

async function send({ method, path }: AppRoute, token: string, body?: object) {
  const { statusCode, body: text } = await api.inject({
    method,
    url: path.replace(':token', token),
    ...(body && { payload: body }),
  })
  return { statusCode, text }
}

function expectHidden(text: string, { hidden }: World) {
  for (const each of hidden) expect(text).not.toContain(each)
}

const listLogOf = (person_id: string) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx
      .select()
      .from(schema.auditLog)
      .where(eq(schema.auditLog.organization_id, admin.organization_id))
      .orderBy(desc(schema.auditLog.id))
    return rows.filter(({ subjects }) => subjects.person_ids?.includes(person_id))
  })

test('every route that takes the token of a link is called', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(linkRoutes.map(nameOf).toSorted())
})

const ofAssignments = cases.filter(([name]) => name.includes('/assignment/'))

test.each(ofAssignments)(
  '%s %s by a link that was replaced is refused as such',
  async (_name, _body, route, call) => {
    const world = await buildWorld()
    await api.deps.db.system((tx) => tx.update(schema.assignment).set({ round: 2 }))
    const { statusCode, text } = await send(route, call.link(world), call.body)
    expect([statusCode, JSON.parse(text)]).toMatchObject([404, { code: 'link_replaced' }])
  },
)

test('the feed of all events is not sent by a link that has expired', async () => {
  const world = await buildWorld()
  const token_expires_at = hoursAfter(api.deps.now(), -1)
  await api.deps.db.system((tx) => tx.update(schema.assignment).set({ token_expires_at }))
  const { statusCode, text } = await send(contract.invitations.sendCalendarFeed, world.asked)
  expect([statusCode, JSON.parse(text)]).toMatchObject([403, { code: 'link_expired' }])
})

describe('with a link', () => {
  test.each(cases)('%s %s stays in its event and is in the log', async (_name, _body, route, call) => {
    const world = await buildWorld()
    const { statusCode, text } = await send(route, call.link(world), call.body)
    expect(statusCode, text).toBeLessThan(300)
    expectHidden(text, world)
    expect(text).not.toContain('stranger@')
    const { feed_url } = text.startsWith('{"feed_url"') ? JSON.parse(text) : { feed_url: undefined }
    if (feed_url) {
      const feed = await api.inject({ url: new URL(feed_url).pathname })
      expect(feed.body).toContain('BEGIN:VEVENT')
      expectHidden(feed.body, world)
    }
    const log = await listLogOf(world.person.id)
    expect(log.map(({ action }) => action)).toEqual(call.actions)
    for (const { actor_kind, actor_id } of log)
      expect({ actor_kind, actor_id }).toEqual({ actor_kind: 'link', actor_id: null })
    // Nothing in the log but ids and names of fields.
    expect(JSON.stringify(log)).not.toMatch(/Feber|@|\+46|Öberg/)
  })

  test('a conflict with a shift of another event is refused without naming it', async () => {
    const world = await buildWorld()
    const { answerInvitation } = contract.invitations
    const { statusCode, text } = await send(answerInvitation, world.inConflict, { confirm: true })
    expect({ statusCode, code: JSON.parse(text).code }).toEqual({
      statusCode: 409,
      code: 'schedule_conflict',
    })
    expectHidden(text, world)
  })

  test('negative control: without the event, the feed shows the other one', async () => {
    const world = await buildWorld()
    const { text } = await send(contract.invitations.getCalendarFeed, world.answered)
    const { listFeedEntries } = await vi.importActual<typeof feeds>(
      '../src/features/personal-page/feed-queries.ts',
    )
    vi.mocked(feeds.listFeedEntries).mockImplementationOnce((tx, of, period) =>
      listFeedEntries(tx, { ...of, event_id: undefined }, period),
    )
    const feed = await api.inject({ url: new URL(JSON.parse(text).feed_url).pathname })
    expect(feed.body).toContain(CANARY)
  })
})
