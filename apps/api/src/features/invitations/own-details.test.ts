import { assignments } from '@muster/contract/assignments'
import { invitations } from '@muster/contract/invitations'
import { people } from '@muster/contract/people'
import { HOUR_MS } from '@muster/contract/rules/instants'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildPerson,
  buildShift,
  hoursAfter,
  type PersonRow,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import * as sentMessages from '../../outbox/sent-messages.ts'
import { signId } from '../../signing/signed-id.ts'

// A spy (test/spied-modules.ts), so that the negative control can replace the look-up of sent links.

/* V3 */

const { getAssignment, getDetails, changeDetails } = invitations
const OLD = '+46701234567'
const NEW = '+46701740605'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const tokenOf = (id: string, round = 1) => signId(api.deps.keys, { purpose: 'personal_link', id, round })
const somebody = (given = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, phone: OLD, language: 'en', ...given })
const shiftIn = (hours: number) =>
  buildShift(api.deps, {
    organization_id: admin.organization_id,
    start_dt: hoursAfter(api.deps.now(), hours),
    end_dt: hoursAfter(api.deps.now(), hours + 2),
  })

async function buildLinked(
  given: { person?: PersonRow; in?: number; status?: 'CONFIRMED' | 'INVITED' } = {},
) {
  const person = given.person ?? (await somebody())
  const shift = await shiftIn(given.in ?? 48)
  const { id } = await buildAssignment(api.deps, { shift, person, status: given.status ?? 'CONFIRMED' })
  return { person, id, token: tokenOf(id) }
}

const read = (token: string) => api.ok(getDetails, { params: { token } })
const save = (token: string, body: object) => api.ok(changeDetails, { params: { token }, body })
const saveRefused = (token: string, body: object) => api.refused(changeDetails, { params: { token }, body })
const opens = async (token: string) => (await api.inject(`/assignment/${token}`)).statusCode
const sendInvite = (id: string, method: 'SMS' | 'EMAIL') =>
  api.ok(assignments.sendInvite, { headers: admin.headers, params: { id }, body: { method } })

const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.person).where(eq(schema.person.id, id))
    if (!row) throw new Error('no such person')
    return row
  })
const changesToldTo = (person_id: string) =>
  api.deps.db.system(async (tx) => {
    const rows = await tx.select().from(schema.message).where(eq(schema.message.person_id, person_id))
    return rows.filter(({ template }) => template === 'phone_changed')
  })

test('the language of the messages is saved, and nobody is written to', async () => {
  const { person, token } = await buildLinked()
  expect(await read(token)).toEqual({
    email: person.email,
    phone: OLD,
    language: 'en',
    unconfirmed_email: null,
  })
  expect(await save(token, { language: 'sv' })).toMatchObject({ phone: OLD, language: 'sv', token })
  expect(await rowOf(person.id)).toMatchObject({ language: 'sv', version: person.version + 1 })
  expect(await changesToldTo(person.id)).toEqual([])
})

test("without a choice the language is the organization's", async () => {
  const { token } = await buildLinked({ person: await somebody({ language: null }) })
  const organization = await api.deps.db.system((tx) =>
    tx.select().from(schema.organization).where(eq(schema.organization.id, admin.organization_id)),
  )
  expect((await read(token)).language).toBe(organization[0]?.language)
})

test('a number is read as dialled in the country, and its e-mail address is told once', async () => {
  const { person, token, id } = await buildLinked()
  for (const phone of ['070-174 06 05', NEW])
    expect(await save(token, { phone })).toMatchObject({ phone: NEW, token })
  const told = await changesToldTo(person.id)
  expect(told).toMatchObject([{ channel: 'EMAIL', address: person.email, language: 'en' }])
  expect(told[0]?.facts).toMatchObject({ is_removed: false, shifts: [{ assignment_id: id, round: 1 }] })
  expect(JSON.stringify(told)).not.toContain(NEW.slice(-6))
  expect((await rowOf(person.id)).version).toBe(person.version + 1)
})

test.each([null, ''])('%j removes the number', async (phone) => {
  const { person, token } = await buildLinked()
  expect(await save(token, { phone })).toMatchObject({ phone: null })
  expect((await changesToldTo(person.id)).map(({ facts }) => facts)).toMatchObject([{ is_removed: true }])
})

test('the administrator reads the new number, and what they had open is not saved over it', async () => {
  const { person, token } = await buildLinked()
  await save(token, { phone: NEW })
  const { headers } = admin
  const [shown] = await api.ok(people.listPeople, { headers, query: { email: person.email } })
  expect(shown).toMatchObject({ phone: NEW })
  const body = { phone: OLD, version: person.version }
  expect(await api.refused(people.updatePerson, { headers, params: { id: person.id }, body })).toMatchObject({
    code: 'changed_elsewhere',
  })
})

describe('links that were sent to the former number', () => {
  test('stop working, and go out anew by e-mail only', async () => {
    const { person, id, token } = await buildLinked({ status: 'INVITED' })
    await sendInvite(id, 'SMS')
    const saved = await save(token, { phone: NEW })
    expect(saved.token).toBe(tokenOf(id, 2))
    expect([await opens(token), await opens(saved.token)]).toEqual([404, 200])
    expect(await changesToldTo(person.id)).toMatchObject([
      { channel: 'EMAIL', facts: { shifts: [{ assignment_id: id, round: 2 }] } },
    ])
    const sms = await api.deps.db.system((tx) =>
      tx.select().from(schema.message).where(eq(schema.message.address, NEW)),
    )
    expect(sms.filter(({ person_id }) => person_id === person.id)).toEqual([])
  })

  test('negative control: without the look at what was sent they still work', async () => {
    const { id, token } = await buildLinked({ status: 'INVITED' })
    await sendInvite(id, 'SMS')
    vi.mocked(sentMessages.listLinkedAssignments).mockResolvedValueOnce([])
    expect(await save(token, { phone: NEW })).toMatchObject({ token })
    expect(await opens(token)).toBe(200)
  })

  test('stay when they were sent by e-mail', async () => {
    const { id, token } = await buildLinked({ status: 'INVITED' })
    await sendInvite(id, 'EMAIL')
    expect(await save(token, { phone: NEW })).toMatchObject({ token })
  })
})

describe('refused', () => {
  test('what is no number, and a language that does not exist', async () => {
    const { person, token } = await buildLinked()
    for (const body of [{ phone: '12' }, { phone: 'x' }, { language: 'de' }, { email: 'a@b.example' }])
      expect(await saveRefused(token, body)).toMatchObject({ status: 400, code: 'validation' })
    expect(await rowOf(person.id)).toEqual(person)
  })

  test('a replaced, an unknown and an expired link', async () => {
    const { id, token } = await buildLinked()
    const { id: expired } = await buildAssignment(api.deps, {
      token_expires_at: hoursAfter(api.deps.now(), -1),
    })
    await api.ok(assignments.replaceLink, {
      headers: admin.headers,
      params: { id },
      body: { notify: false },
    })
    const cases = [
      { given: token, status: 404, code: 'link_invalid' },
      { given: 'x'.repeat(43), status: 404, code: 'link_invalid' },
      { given: tokenOf(expired), status: 403, code: 'link_expired' },
    ]
    for (const { given, ...refusal } of cases) {
      expect(await api.refused(getDetails, { params: { token: given } })).toMatchObject(refusal)
      expect(await saveRefused(given, { language: 'sv' })).toMatchObject(refusal)
    }
  })

  test('an erased person, whose shift is over', async () => {
    const { person, token } = await buildLinked({ in: -5 })
    expect(await read(token)).toMatchObject({ email: person.email })
    await api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } })
    expect(await api.refused(getDetails, { params: { token } })).toMatchObject({ code: 'link_invalid' })
    expect(await saveRefused(token, { phone: NEW })).toMatchObject({ code: 'link_invalid' })
    expect(await rowOf(person.id)).toMatchObject({ phone: null, language: null })
  })
})

describe('at once', () => {
  test('a double press changes and tells once', async () => {
    const { person, token } = await buildLinked()
    const answers = await Promise.all([save(token, { phone: NEW }), save(token, { phone: NEW })])
    expect(answers.map(({ phone }) => phone)).toEqual([NEW, NEW])
    expect(await changesToldTo(person.id)).toHaveLength(1)
  })

  test('of two numbers by a link that the first one replaces, only one is saved', async () => {
    const { person, id, token } = await buildLinked({ status: 'INVITED' })
    await sendInvite(id, 'SMS')
    const numbers = [NEW, '+46701740606']
    const answers = await Promise.all(
      numbers.map((phone) =>
        api.inject({ method: 'PUT', url: `/assignment/${token}/details`, payload: { phone } }),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
    const won = numbers[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect(await rowOf(person.id)).toMatchObject({ phone: won })
    expect(await changesToldTo(person.id)).toHaveLength(1)
  })

  test('an erasure leaves neither number nor message', async () => {
    const { person, token } = await buildLinked()
    await Promise.all([
      api.inject({ method: 'PUT', url: `/assignment/${token}/details`, payload: { phone: NEW } }),
      api.ok(people.deletePerson, { headers: admin.headers, params: { id: person.id } }),
    ])
    const { left, messages } = await api.deps.db.system(async (tx) => ({
      left: await tx.select().from(schema.person).where(eq(schema.person.id, person.id)),
      messages: await tx.select().from(schema.message).where(eq(schema.message.person_id, person.id)),
    }))
    expect(left.filter(({ phone }) => phone !== null)).toEqual([])
    expect(messages.filter(({ template }) => template === 'phone_changed')).toEqual([])
  })
})

test('no cache keeps what is answered', async () => {
  const { token } = await buildLinked()
  const answer = await api.inject(`/assignment/${token}/details`)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test("another person's link shows and changes their own details only", async () => {
  const [one, two] = [await buildLinked(), await buildLinked()]
  await save(one.token, { phone: NEW, language: 'sv' })
  expect(await read(two.token)).toMatchObject({ email: two.person.email, phone: OLD, language: 'en' })
  expect(await api.ok(getAssignment, { params: { token: one.token } })).not.toHaveProperty('phone')
})

test('twenty other numbers an hour for one person; the language may still change', async () => {
  const hour = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString()
  api.setNow(hour)
  const { person, token } = await buildLinked()
  for (let n = 0; n < 20; n++) await save(token, { phone: n % 2 ? OLD : NEW })
  expect(await saveRefused(token, { phone: NEW })).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await rowOf(person.id)).toMatchObject({ phone: OLD })
  expect(await changesToldTo(person.id)).toHaveLength(20)
  expect(await save(token, { phone: OLD, language: 'sv' })).toMatchObject({ language: 'sv' })
  api.setNow(hoursAfter(hour, 1))
  expect(await save(token, { phone: NEW })).toMatchObject({ phone: NEW })
})
