import { assignments } from '@muster/contract/assignments'
import { log } from '@muster/contract/log'
import { personalPage } from '@muster/contract/personal-page'
import { instantToWall } from '@muster/contract/rules/zone'
import { shifts } from '@muster/contract/shifts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { formatDeadline } from '../../mail/shift-summary.ts'
import type { SendResult } from '../../providers/provider.ts'
import { signId } from '../../signing/signed-id.ts'

/* Tests of one message for several shifts of a person. */

const { sendInvite } = assignments

let api: TestApp
let admin: Administrator
let role: RoleRow
let now: string
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  now = api.deps.now()
  api.setNow(now)
  role = await buildRoleOfEvent()
})
afterAll(() => api.close())

const buildRoleOfEvent = async (organization_id = admin.organization_id) =>
  buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id, name: 'Sommarfest' }) })
const buildGuest = () =>
  buildPerson(api.deps, { organization_id: admin.organization_id, phone: '+46701740605', language: 'en' })

/** `at`: hours from now until the start. Each shift lasts two hours. */
async function assign(
  person: PersonRow,
  at: number,
  given: Partial<AssignmentRow> & { role?: RoleRow } = {},
) {
  const { role: of = role, ...assignment } = given
  const [start_dt, end_dt] = [hoursAfter(now, at), hoursAfter(now, at + 2)]
  const shift = await buildShift(api.deps, { role: of, start_dt, end_dt })
  return buildAssignment(api.deps, { shift, person, ...assignment })
}

const given = (
  [first, ...others]: readonly { id: string }[],
  method: 'EMAIL' | 'SMS' | 'BOTH' = 'EMAIL',
  key?: string,
) => ({
  headers: { ...admin.headers, ...(key && { 'idempotency-key': key }) },
  params: { id: first?.id ?? '' },
  body: { method, assignment_ids: others.map(({ id }) => id) },
})
const rowsOf = (asked: readonly { id: string }[]) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(
        inArray(
          schema.assignment.id,
          asked.map(({ id }) => id),
        ),
      )
      .orderBy(schema.assignment.id),
  )
const messagesTo = ({ id }: PersonRow) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, id)))

const tokensIn = (text: string) => [...text.matchAll(/\/c\/([\w-]{43})/g)].map(([, token]) => token ?? '')
/** "22:00–02:00", in an SMS with a hyphen. */
const clocksOf = (...hours: [number, number]) =>
  new RegExp(hours.map((at) => instantToWall(hoursAfter(now, at), 'Europe/Stockholm').slice(11)).join('[–-]'))
const open = (token: string) => api.ok(personalPage.getAssignment, { params: { token } })

test('an e-mail has a link for each shift, an SMS one whose page leads to all', async () => {
  const person = await buildGuest()
  const asked = [await assign(person, 60), await assign(person, 30), await assign(person, 90)]
  const { invite_details, assignment } = await api.ok(sendInvite, given(asked, 'BOTH'))
  expect(assignment).toMatchObject({ id: asked[0]?.id, ...invite_details })
  for (const row of await rowsOf(asked)) expect(row).toMatchObject({ status: 'INVITED', ...invite_details })

  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  expect([mails.length, texts.length]).toEqual([1, 1])
  expect(mails[0]?.subject).toBe('Can you help? 3 shifts, Sommarfest')
  const links = tokensIn(mails[0]?.text ?? '')
  expect(links).toHaveLength(3)
  const starts = await Promise.all(links.map(async (token) => (await open(token)).shift.start_dt))
  expect(starts).toEqual([30, 60, 90].map((at) => hoursAfter(now, at)))

  const [link, ...more] = tokensIn(texts[0]?.text ?? '')
  expect(more).toEqual([])
  expect(link).toBe(links[0])
  const { other_shifts } = await open(link ?? '')
  expect(other_shifts.map(({ token }) => token)).toEqual(links.slice(1))
  for (const token of links)
    await api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm: true } })
  expect((await rowsOf(asked)).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
})

test('each gets its own time to answer (D18)', async () => {
  const person = await buildGuest()
  const asked = [
    await assign(person, 24, { token_expires_at: hoursAfter(now, -1) }),
    await assign(person, 24 * 30),
    await assign(person, 24 * 40, { status: 'DECLINED' }),
  ]
  await api.ok(sendInvite, given(asked))
  expect((await rowsOf(asked)).map(({ status, token_expires_at }) => [status, token_expires_at])).toEqual([
    ['INVITED', hoursAfter(now, 24)],
    ['INVITED', hoursAfter(now, 24 * 7)],
    ['INVITED', hoursAfter(now, 24 * 7)],
  ])
  const entries = await api.ok(log.listLog, { headers: admin.headers, query: { limit: '3' } })
  expect(entries.map(({ action }) => action)).toEqual(Array(3).fill('assignment.invited'))
})

test('the log tells the link of somebody who has a place from an invitation', async () => {
  const person = await buildGuest()
  const asked = [await assign(person, 24, { status: 'CONFIRMED' }), await assign(person, 48)]
  await api.ok(sendInvite, given(asked))
  const entries = await api.ok(log.listLog, { headers: admin.headers, query: { limit: '2' } })
  expect(entries.map(({ action }) => action).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'assignment.invited',
    'assignment.link_sent',
  ])
})

test.each([
  ['once the earliest can no longer be answered, for the others', 25, 1],
  ['not once none can be answered', 24 * 7, 0],
])('sent late: %s', async (_name, hours, count) => {
  const person = await buildGuest()
  const [early, later] = [await assign(person, 24), await assign(person, 24 * 30)]
  await api.ok(sendInvite, given([early, later], 'BOTH'))
  api.setNow(hoursAfter(now, hours))
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  api.setNow(now)
  const history = await messagesTo(person)
  const sent = [...mails, ...texts].filter((each) => history.some(({ id }) => id === each.id))
  expect(sent).toHaveLength(2 * count)
  const token = signId(api.deps.keys, { purpose: 'personal_link', id: later.id, round: 1 })
  for (const { text } of sent) expect(tokensIn(text)).toEqual([token])
  const status = count === 0 ? { status: 'FAILED', failure_reason: 'too_late' } : { status: 'SENT' }
  expect(history).toMatchObject([status, status])
  for (const { body_text } of count === 0 ? [] : history)
    expect(body_text?.match(/\[personal link\]/g)).toHaveLength(1)
})

test('repeated with its key, and named twice, it is one message', async () => {
  const person = await buildGuest()
  const [one, two] = [await assign(person, 30), await assign(person, 60)]
  const call = given([one, two, two, one], 'EMAIL', newId())
  expect(await api.ok(sendInvite, call)).toEqual(await api.ok(sendInvite, call))
  expect(await messagesTo(person)).toHaveLength(1)
})

test('a message that was refused is tried again, one whose outcome is unknown is not', async () => {
  const [refused, unknown] = [await buildGuest(), await buildGuest()]
  for (const person of [refused, unknown])
    await api.ok(sendInvite, given([await assign(person, 30), await assign(person, 60)]))
  const once = new Set<string>()
  const { providers, mails } = buildProviders({
    mail: ({ id, to }): SendResult => {
      const isFirst = !once.has(id)
      once.add(id)
      if (isFirst && to === refused.email) return { refused: 'busy', is_final: false }
      if (isFirst) throw new Error('cut')
      return { provider_message_id: id }
    },
  })
  for (let n = 0; n < 3; n++) {
    await deliverDue(api.deps, providers)
    await makeDue(api.deps)
  }
  const outcome = async (person: PersonRow) => [
    mails.filter(({ to }) => to === person.email).length,
    ...(await messagesTo(person)).map(({ status }) => status),
  ]
  expect([await outcome(refused), await outcome(unknown)]).toEqual([
    [2, 'SENT'],
    [1, 'UNKNOWN'],
  ])
})

const away = () => ({ refused: 'away', is_final: false })

/** Runs `change` while the provider refuses an invitation. Returns the messages of the next attempt. */
async function deliverAfter(
  asked: readonly AssignmentRow[],
  person: PersonRow,
  change: () => Promise<unknown>,
) {
  await api.ok(sendInvite, given(asked, 'BOTH'))
  await deliverDue(api.deps, buildProviders({ mail: away, sms: away }).providers)
  await change()
  await makeDue(api.deps)
  const { providers, mails, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  const history = await messagesTo(person)
  const sent = [...mails, ...texts].filter((each) => history.some(({ id }) => id === each.id))
  return { sent: sent.map(({ text }) => text), history }
}

const answer = (status: AssignmentRow['status'], ...of: readonly AssignmentRow[]) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.assignment)
      .set({ status })
      .where(
        inArray(
          schema.assignment.id,
          of.map(({ id }) => id),
        ),
      ),
  )

describe('that waited, because the provider was away', () => {
  test('leaves out what was declined, and names the times of a shift that was moved', async () => {
    const person = await buildGuest()
    const [declined, moved] = [await assign(person, 30), await assign(person, 60)]
    const { sent, history } = await deliverAfter([declined, moved], person, async () => {
      await answer('DECLINED', declined)
      await api.ok(shifts.updateShift, {
        headers: admin.headers,
        params: { id: moved.shift_id },
        query: { notify: 'false' },
        body: { start_dt: hoursAfter(now, 36), end_dt: hoursAfter(now, 37) },
      })
    })
    expect(sent).toHaveLength(2)
    const token = signId(api.deps.keys, { purpose: 'personal_link', id: moved.id, round: 1 })
    for (const text of sent) {
      expect(tokensIn(text)).toEqual([token])
      expect(text).toMatch(clocksOf(36, 37))
    }
    // D18: no answer is possible from the start on.
    expect(sent[0]).toContain(
      `by ${formatDeadline(hoursAfter(now, 36), { time_zone: 'Europe/Stockholm', from: now }, 'en')}`,
    )
    for (const { body_text } of history) expect(body_text).toMatch(clocksOf(36, 37))
  })

  test('asks nobody who has said yes, and says nothing of what was given up', async () => {
    const person = await buildGuest()
    const [accepted, given_up] = [await assign(person, 30), await assign(person, 60, { status: 'CONFIRMED' })]
    const { sent } = await deliverAfter([accepted, given_up], person, async () => {
      await answer('CONFIRMED', accepted)
      await answer('DECLINED', given_up)
    })
    expect(sent).toHaveLength(2)
    for (const text of sent) {
      expect(text).toMatch(/[Yy]ou(’|'| a)re on this shift/)
      expect(text).not.toContain('Can you help?')
      expect(tokensIn(text)).toHaveLength(1)
    }
  })

  test('is not sent once nothing of it is left', async () => {
    const person = await buildGuest()
    const asked = [await assign(person, 30), await assign(person, 60)]
    const { sent, history } = await deliverAfter(asked, person, () => answer('DECLINED', ...asked))
    expect(sent).toEqual([])
    for (const row of history) expect(row).toMatchObject({ status: 'FAILED', failure_reason: 'off_shift' })
  })
})

test('what one of them refuses is refused for all, and nothing is changed or sent', async () => {
  const person = await buildGuest()
  const other_event = await buildRoleOfEvent()
  const other_organization = await buildAssignment(api.deps)
  const first = await assign(person, 30)
  const overlapping = [
    await assign(person, 100, { status: 'DECLINED' }),
    await assign(person, 101, { status: 'DECLINED' }),
  ]
  const cases = [
    [[await assign(await buildGuest(), 60)], 404, 'assignment_not_found'],
    [[await assign(person, 60, { role: other_event })], 404, 'assignment_not_found'],
    [[other_organization], 404, 'assignment_not_found'],
    [[{ id: newId() }], 404, 'assignment_not_found'],
    [[await assign(person, -4)], 409, 'shift_over'],
    [[await assign(person, 80, { status: 'ABSENT' })], 409, 'assignment_absent'],
    [overlapping, 409, 'schedule_conflict'],
  ] as const
  for (const [others, status, code] of cases) {
    const before = await rowsOf([first, ...others])
    expect(await api.refused(sendInvite, given([first, ...others]))).toMatchObject({ status, code })
    expect(await rowsOf([first, ...others])).toEqual(before)
  }
  expect(await messagesTo(person)).toEqual([])
  // Negative control: of the two shifts that overlap, one alone is asked for.
  await api.ok(sendInvite, given([first, ...overlapping.slice(1)]))
  const many = Array.from({ length: 20 }, () => ({ id: newId() }))
  expect(await api.refused(sendInvite, given([first, ...many]))).toMatchObject({ code: 'validation' })
})

test('two at once that name each other both succeed', async () => {
  const person = await buildGuest()
  const [one, two] = [await assign(person, 30), await assign(person, 60)]
  await Promise.all([api.ok(sendInvite, given([one, two])), api.ok(sendInvite, given([two, one]))])
  expect(await messagesTo(person)).toHaveLength(2)
})
