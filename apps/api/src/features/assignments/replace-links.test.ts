import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import * as sentMessages from '../../outbox/sent-messages.ts'
import { signId } from '../../signing/signed-id.ts'

// A spy (test/spied-modules.ts), so that the negative control can replace the look-up of sent links.

/* D17: `round` rises by an explicit revoke, and by a change of a contact to which a link was sent. */

const { replaceLink, sendInvite } = assignments
const { updatePerson, getSentLinks } = people

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const PHONE = '+46701234567'
const other = () => `${newId()}@volunteer.example`
const hours = (count: number) => hoursAfter(api.deps.now(), count)
const call = (id: string, body?: object, query?: Record<string, string>) => ({
  headers: admin.headers,
  params: { id },
  body,
  ...(query && { query }),
})
const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, phone: PHONE, language: 'en', ...changes })
const shiftIn = (count: number) =>
  buildShift(api.deps, { organization_id: admin.organization_id, start_dt: hours(count) })
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
    if (!row) throw new Error('no such assignment')
    return row
  })
const opens = async ({ id, round }: Pick<AssignmentRow, 'id' | 'round'>) => {
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
  return (await api.inject(`/assignment/${token}`)).statusCode
}
const newLinksTo = (person_id: string) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx.select().from(schema.message).where(eq(schema.message.person_id, person_id))
    return rows.filter(({ template }) => template === 'new_link')
  })

/** A person with an assignment whose link was sent to them. */
async function buildInvited(
  method: 'EMAIL' | 'SMS' | 'BOTH',
  changes: { person?: PersonRow; in?: number } = {},
) {
  const person = changes.person ?? (await somebody())
  const assignment = await buildAssignment(api.deps, { shift: await shiftIn(changes.in ?? 72), person })
  await api.ok(sendInvite, call(assignment.id, { method }))
  return { person, assignment }
}

describe('an administrator makes a new link', () => {
  test('the old one stops working, the new one is sent and gives time to answer', async () => {
    const { person, assignment } = await buildInvited('EMAIL', { in: 24 * 20 })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.assignment)
        .set({ token_expires_at: hours(-1), uncapped_expires_at: hours(-1) })
        .where(eq(schema.assignment.id, assignment.id)),
    )
    const heard: unknown[] = []
    const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
    const replaced = await api.ok(replaceLink, call(assignment.id, {}))
    stop()
    expect(heard).toContainEqual(
      expect.objectContaining({ kind: 'shifts', shift_ids: [assignment.shift_id] }),
    )
    expect(await opens(assignment)).toBe(404)
    expect((await api.inject(`/assignment/${replaced.token}`)).statusCode).toBe(200)
    expect(await newLinksTo(person.id)).toMatchObject([{ channel: 'EMAIL', address: person.email }])

    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const mail = mails.find(({ subject }) => subject.startsWith('Your link:'))
    expect(mail?.text).toContain(`/c/${replaced.token}`)
    expect(mail?.text).toContain('Please answer by')
    expect(mail?.attachments).toEqual([])
  })

  test('with those of the other shifts of the event, which the old link leads to (D29)', async () => {
    const person = await somebody()
    const role = await buildRole(api.deps, { organization_id: admin.organization_id })
    const assign = async (start_dt: string) =>
      buildAssignment(api.deps, { shift: await buildShift(api.deps, { role, start_dt }), person })
    const [assignment, sibling] = [await assign(hours(72)), await assign(hours(80))]
    const elsewhere = await buildInvited('EMAIL', { person, in: 120 })
    await api.ok(replaceLink, call(assignment.id, {}))
    expect(await opens(assignment)).toBe(404)
    expect(await opens(sibling)).toBe(404)
    expect(await opens(elsewhere.assignment)).toBe(200)
  })

  test('and the count before it says whether anybody is told, about any shift of the event', async () => {
    const person = await somebody()
    const role = await buildRole(api.deps, { organization_id: admin.organization_id })
    const assign = async (changes: Parameters<typeof buildAssignment>[1] = {}) =>
      buildAssignment(api.deps, { shift: await buildShift(api.deps, { role }), person, ...changes })
    const asked = await assign()
    await buildInvited('EMAIL', { person, in: 120 })
    const count = (link_of: string) =>
      api.ok(assignments.previewNotices, { headers: admin.headers, body: { link_of } })
    expect(await count(asked.id)).toMatchObject({ told: 0 })
    await assign({ invite_sent_at: hours(-1) })
    expect(await count(asked.id)).toMatchObject({ told: 1 })
    const theirs = await buildAssignment(api.deps, { invite_sent_at: hours(-1) })
    expect(await count(theirs.id)).toMatchObject({ told: 0 })
    await api.ok(replaceLink, call(asked.id, {}))
    expect(await newLinksTo(person.id)).toHaveLength(1)
  })

  test('in silence when the administrator unticks it', async () => {
    const { person, assignment } = await buildInvited('EMAIL')
    await api.ok(replaceLink, call(assignment.id, { notify: false }))
    expect(await rowOf(assignment.id)).toMatchObject({ round: 2 })
    expect(await newLinksTo(person.id)).toEqual([])
  })

  test('nobody who was never asked is written to', async () => {
    const person = await somebody()
    const assignment = await buildAssignment(api.deps, { shift: await shiftIn(72), person })
    await api.ok(replaceLink, call(assignment.id, {}))
    expect(await opens(assignment)).toBe(404)
    expect(await newLinksTo(person.id)).toEqual([])
  })

  test.each(['CONFIRMED', 'DECLINED'] as const)('%s stays what it is', async (status) => {
    const person = await somebody()
    const assignment = await buildAssignment(api.deps, { shift: await shiftIn(72), person, status })
    expect(await api.ok(replaceLink, call(assignment.id, {}))).toMatchObject({ status })
    expect(await newLinksTo(person.id)).toHaveLength(status === 'CONFIRMED' ? 1 : 0)
  })

  test('of another organisation is unknown', async () => {
    const theirs = await buildAssignment(api.deps)
    expect(await api.refused(replaceLink, call(theirs.id, {}))).toMatchObject({
      code: 'assignment_not_found',
    })
    expect(await rowOf(theirs.id)).toEqual(theirs)
  })
})

describe('a contact changes', () => {
  type Change = [
    name: string,
    method: 'EMAIL' | 'SMS' | 'BOTH',
    change: (person: PersonRow) => object,
    status: number,
  ]

  test.each<Change>([
    ['the address the link was sent to', 'EMAIL', () => ({ email: other() }), 404],
    ['the number the link was sent to', 'SMS', () => ({ phone: '+46701234568' }), 404],
    ['the number is cleared', 'SMS', () => ({ phone: null }), 404],
    ['one of both', 'BOTH', () => ({ phone: '+46701234568' }), 404],
    ['a number no link was sent to', 'EMAIL', () => ({ phone: '+46701234568' }), 200],
    ['an address no link was sent to', 'SMS', () => ({ email: other() }), 200],
    ['the same address in capitals', 'EMAIL', ({ email }) => ({ email: email.toUpperCase() }), 200],
    ['the same number in national form', 'SMS', () => ({ phone: '070-123 45 67' }), 200],
    ['only the name', 'BOTH', () => ({ first_name: 'Ida' }), 200],
  ])('%s (%s)', async (_name, method, change, status) => {
    const { person, assignment } = await buildInvited(method)
    await api.ok(updatePerson, call(person.id, change(person)))
    expect(await opens(assignment)).toBe(status)
    expect(await opens(await rowOf(assignment.id))).toBe(200)
    expect(await newLinksTo(person.id)).toHaveLength(status === 404 ? 1 : 0)
  })

  test('an assignment whose link was never sent keeps it, and nothing is sent', async () => {
    const person = await somebody()
    const assignment = await buildAssignment(api.deps, { shift: await shiftIn(72), person })
    await api.ok(updatePerson, call(person.id, { email: other(), phone: '+46701234568' }))
    expect(await opens(assignment)).toBe(200)
    expect(await newLinksTo(person.id)).toEqual([])
  })

  test('without asking what was sent, a corrected number would end that link', async () => {
    const { person, assignment } = await buildInvited('EMAIL')
    await vi.mocked(sentMessages.listLinkedAssignments).withImplementation(
      async () => [assignment.id],
      async () => {
        await api.ok(updatePerson, call(person.id, { phone: '+46701234568' }))
      },
    )
    expect(await opens(assignment)).toBe(404)
  })

  test('a sign-up: its confirmation carries the link', async () => {
    const shift = await shiftIn(72)
    const visitor = { first_name: 'Ida', last_name: 'Lind', email: other(), phone: PHONE }
    const url = `/shifts/${shift.id}/signup`
    const { assignment_id } = (await api.inject({ method: 'POST', url, payload: visitor })).json()
    const { person_id } = await rowOf(assignment_id)
    await api.ok(updatePerson, call(person_id, { phone: '+46701234568' }))
    expect(await rowOf(assignment_id)).toMatchObject({ round: 1 })
    await api.ok(updatePerson, call(person_id, { email: other() }))
    expect(await rowOf(assignment_id)).toMatchObject({ round: 2 })
    expect(await newLinksTo(person_id)).toHaveLength(1)
  })

  test('the new links go to the new address in one e-mail, by start, but not those of shifts that are over', async () => {
    const person = await somebody()
    const [later, first] = [
      await buildInvited('EMAIL', { person, in: 96 }),
      await buildInvited('EMAIL', { person, in: 72 }),
    ]
    const over = await buildInvited('EMAIL', { person, in: 48 })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.shift)
        .set({ start_dt: hours(-4), end_dt: hours(-2) })
        .where(eq(schema.shift.id, over.assignment.shift_id)),
    )
    expect(await api.ok(getSentLinks, call(person.id))).toEqual({ email: 2, phone: 0 })
    const email = other()
    await api.ok(updatePerson, call(person.id, { email }))
    expect(await newLinksTo(person.id)).toMatchObject([
      {
        address: email,
        payload: {
          shifts: [
            { assignment_id: first.assignment.id, round: 2 },
            { assignment_id: later.assignment.id, round: 2 },
          ],
        },
      },
    ])
    expect(await rowOf(over.assignment.id)).toMatchObject({ round: 2 })
  })

  test('the new link goes by SMS where only SMS was ever used', async () => {
    const { person } = await buildInvited('SMS')
    await api.ok(updatePerson, call(person.id, { phone: '+46701234568' }))
    expect(await newLinksTo(person.id)).toMatchObject([{ channel: 'SMS', address: '+46701234568' }])
  })

  test('in silence when the administrator unticks it', async () => {
    const { person, assignment } = await buildInvited('EMAIL')
    await api.ok(updatePerson, call(person.id, { email: other() }, { notify: 'false' }))
    expect(await opens(assignment)).toBe(404)
    expect(await newLinksTo(person.id)).toEqual([])
  })

  test('a message that waits for the old address carries no link that works', async () => {
    const { person } = await buildInvited('EMAIL')
    await api.ok(updatePerson, call(person.id, { email: other() }))
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const old = mails.find(({ to }) => to === person.email)
    const [token] = /(?<=\/c\/)[\w-]{43}/.exec(old?.text ?? '') ?? []
    expect((await api.inject(`/assignment/${token}`)).statusCode).toBe(404)
  })

  test('a reminder without links counts for nothing', async () => {
    const { person, assignment } = await buildInvited('SMS')
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({
        organization_id: admin.organization_id,
        id: newId(),
        person_id: person.id,
        channel: 'EMAIL',
        template: 'reminder',
        payload: { has_links: false, shifts: [{ assignment_id: assignment.id, round: 1 }] },
        language: 'en',
        address: person.email,
        status: 'SENT',
      }),
    )
    expect(await api.ok(getSentLinks, call(person.id))).toEqual({ email: 0, phone: 1 })
  })

  test('what was never sent counts for nothing', async () => {
    const { person } = await buildInvited('EMAIL')
    await api.deps.db.system((tx) =>
      tx.update(schema.message).set({ status: 'FAILED' }).where(eq(schema.message.person_id, person.id)),
    )
    expect(await api.ok(getSentLinks, call(person.id))).toEqual({ email: 0, phone: 0 })
  })

  test('of another organisation nothing is counted', async () => {
    const theirs = await buildPerson(api.deps)
    expect(await api.refused(getSentLinks, call(theirs.id))).toMatchObject({ code: 'person_not_found' })
  })
})
