import { assignments } from '@muster/contract/assignments'
import { broadcasts } from '@muster/contract/broadcasts'
import { messages } from '@muster/contract/messages'
import { shifts } from '@muster/contract/shifts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../test/planning.ts'
import { newId } from '../db/ids.ts'

/* D65: one recipient gets 20 e-mails and 5 SMS a day from the members of one organisation, whoever presses what. */

const PHONE = '+46701234567'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ limits: { messages_per_recipient: { EMAIL: 20, SMS: 5 } } })
})
beforeEach(async () => {
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const build = async (email = `asa-${admin.user_id}@volunteer.example`, phone: string | null = PHONE) => {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const person = await buildPerson(api.deps, {
    organization_id,
    email,
    phone,
    identity_key: newId(),
  })
  const assignment = await buildAssignment(api.deps, { shift, person })
  return { event, shift, person, assignment }
}
type Built = Awaited<ReturnType<typeof build>>

const sendSms = ({ person: { id } }: Built) =>
  api.inject({
    method: 'POST',
    url: `/admin/people/${id}/send-sms`,
    headers: admin.headers,
    payload: { message: 'Hej' },
  })
const invite = ({ assignment: { id } }: Built, method: 'EMAIL' | 'SMS' | 'BOTH') =>
  api.inject({
    method: 'POST',
    url: `/admin/assignments/${id}/send-invite`,
    headers: admin.headers,
    payload: { method },
  })

const REFUSED = {
  code: 'daily_cap_reached',
  error: expect.stringContaining('as many messages from you today'),
}

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const statusesOf = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)

const countMessages = async (channel: string) => {
  const { rows } = await api.deps.db.system((tx) =>
    tx.execute<{ count: number }>(sql`
      select count(*)::int as count from message where organization_id = ${admin.organization_id} and channel = ${channel}`),
  )
  return rows[0]?.count
}

describe('a flood of presses', () => {
  test('of 30 SMS at once five are sent', async () => {
    const built = await build()
    const answers = await times(30, () => sendSms(built))
    expect(statusesOf(answers)).toEqual([...Array(5).fill(201), ...Array(25).fill(429)])
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject(REFUSED)
    expect(await countMessages('SMS')).toBe(5)
  })

  test('of 40 invitations by e-mail 20 are sent, whatever shift and person of the mailbox', async () => {
    const one = await build()
    const other = await build(one.person.email.toUpperCase(), null)
    const answers = [
      ...(await times(20, () => invite(one, 'EMAIL'))),
      ...(await times(20, () => invite(other, 'EMAIL'))),
    ]
    expect(statusesOf(answers)).toEqual([...Array(20).fill(200), ...Array(20).fill(429)])
    expect(await countMessages('EMAIL')).toBe(20)
  })

  test('SMS of all kinds count together', async () => {
    const built = await build()
    for (const send of [sendSms, sendSms, sendSms]) expect((await send(built)).statusCode).toBe(201)
    for (const _ of [1, 2]) expect((await invite(built, 'BOTH')).statusCode).toBe(200)
    const last = await invite(built, 'BOTH')
    expect([last.statusCode, last.json()]).toMatchObject([429, REFUSED])
    // All or nothing: no e-mail was sent either.
    expect(await countMessages('EMAIL')).toBe(2)
  })

  test('new links count too', async () => {
    const { assignment } = await build()
    const route = assignments.replaceLink
    const replace = () =>
      api.inject({
        method: 'POST',
        url: route.path.replace(':id', assignment.id),
        headers: admin.headers,
        payload: {},
      })
    await api.deps.db.system((tx) =>
      tx.execute(
        sql`update assignment set invite_sent_at = now(), invite_method = 'EMAIL' where id = ${assignment.id}`,
      ),
    )
    const answers = await times(30, replace)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  })
})

test('a broadcast leaves them out and names them', async () => {
  const built = await build()
  for (const _ of Array(5)) await sendSms(built)
  const body = {
    messageType: 'custom' as const,
    customText: 'Hej',
    communicationChannel: 'both' as const,
    includePastShifts: true,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: false,
    language: 'sv' as const,
  }
  const params = { eventId: built.event.id }
  const { headers } = admin
  const preview = await api.ok(broadcasts.previewBroadcast, { params, headers, body })
  expect(preview.recipients).toMatchObject([{ email: 'reachable', sms: 'enough_today' }])
  const sent = await api.ok(broadcasts.sendBroadcast, { params, headers, body })
  expect(sent).toMatchObject({ sentCount: 1, totalCount: 2 })
  expect(await countMessages('SMS')).toBe(5)
})

test('who has written in the last 24 hours may be answered', async () => {
  const built = await build()
  for (const _ of Array(5)) await sendSms(built)
  expect((await sendSms(built)).statusCode).toBe(429)
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      insert into message (organization_id, id, person_id, direction, channel, body_text, address, status, template, payload, language)
      values (${admin.organization_id}, gen_random_uuid(), ${built.person.id}, 'INBOUND', 'SMS', 'När?', ${PHONE},
        'DELIVERED', 'inbound', '{}', 'sv')`),
  )
  expect((await sendSms(built)).statusCode).toBe(201)
})

test('what the service sends by itself is not refused', async () => {
  const built = await build()
  for (const _ of Array(20)) await invite(built, 'EMAIL')
  const { headers } = admin
  const start_dt = new Date(Date.parse(built.shift.start_dt) + 3_600_000).toISOString()
  const end_dt = new Date(Date.parse(built.shift.end_dt) + 3_600_000).toISOString()
  await api.ok(shifts.updateShift, { params: { id: built.shift.id }, headers, body: { start_dt, end_dt } })
  expect(await countMessages('EMAIL')).toBe(21)
})

test('another organisation, another day and the negative control of no limit', async () => {
  const built = await build()
  for (const _ of Array(5)) await sendSms(built)
  await api.deps.db.system((tx) =>
    tx.execute(
      sql`update message set created_at = now() - interval '1 day' where organization_id = ${admin.organization_id}`,
    ),
  )
  expect((await sendSms(built)).statusCode).toBe(201)
  const free = await buildTestApp()
  const member = await buildAdministrator(free)
  const { id } = await buildPerson(free.deps, { organization_id: member.organization_id, phone: PHONE })
  const { headers } = member
  for (const _ of Array(8))
    await free.ok(messages.sendSms, { params: { id }, headers, body: { message: 'Hej' } })
  await free.close()
})
