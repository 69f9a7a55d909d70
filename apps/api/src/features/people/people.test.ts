import { people } from '@muster/contract/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildAssignment, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import type { Announcement } from '../../live/announce.ts'

const { listPeople, createPerson, updatePerson, deletePerson } = people

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const asa = { first_name: 'Åsa', last_name: 'Öberg' }
const anEmail = () => `${newId()}@volunteer.example`
const add = (body: object) => api.ok(createPerson, { headers: admin.headers, body })
const change = (id: string, body: object) =>
  api.ok(updatePerson, { headers: admin.headers, params: { id }, body })
const refusedToAdd = (body: object) => api.refused(createPerson, { headers: admin.headers, body })
const refusedToChange = (id: string, body: object) =>
  api.refused(updatePerson, { headers: admin.headers, params: { id }, body })

/** What is announced while `work` runs. */
async function listen(work: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = []
  const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  await work()
  stop()
  return heard
}

describe('adding', () => {
  test('answers the person as kept: trimmed, composed, in E.164', async () => {
    const email = anEmail()
    const decomposed = 'A\u030asa'
    const person = await add({
      first_name: ` ${decomposed} `,
      last_name: 'Öberg\u202e',
      email: ` ${email}`,
      phone: '070-123 45 67',
      child_team: 'P12',
      notes: 'Har släpvagnskort.\r\nRing först.',
    })
    expect(person).toEqual({
      id: expect.any(String),
      ...asa,
      email,
      phone: '+46701234567',
      child_team: 'P12',
      notes: 'Har släpvagnskort.\nRing först.',
      language: null,
      version: 1,
    })
    expect(await api.ok(listPeople, { headers: admin.headers })).toContainEqual(person)
  })

  test('needs no more than names and e-mail; an empty text is none', async () => {
    const person = await add({ ...asa, email: anEmail(), phone: '', child_team: ' ', notes: null })
    expect(person).toMatchObject({ phone: null, child_team: null, notes: null })
  })

  test.each([
    ['SE', '08-123 456', '+468123456'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['PT', '+351 912 345 678', '+351912345678'],
    ['SE', '0048 601 234 567', '+48601234567'],
  ])('D23: in %s, %s is kept as %s', async (country, phone, kept) => {
    const { headers } = await buildAdministrator(api, { country })
    const person = await api.ok(createPerson, { headers, body: { ...asa, email: anEmail(), phone } })
    expect(person.phone).toBe(kept)
  })

  test.each(['12', 'ring mig', '+46', '+4670123456789012', '070-123 45 67 ankn. 8'])(
    'D23: %s is no phone number',
    async (phone) => {
      expect(await refusedToAdd({ ...asa, email: anEmail(), phone })).toMatchObject({
        status: 400,
        code: 'validation',
        issues: [{ path: 'phone', message: 'Not a phone number' }],
      })
    },
  )

  test('D11: two may share an e-mail, but nobody is there twice, however they are spelled', async () => {
    const email = anEmail()
    await add({ ...asa, email })
    await add({ ...asa, first_name: 'Zoë', email })
    const twin = { first_name: 'A\u030aSA', last_name: 'öberg', email: email.toUpperCase() }
    expect(await refusedToAdd(twin)).toMatchObject({ status: 409, code: 'person_exists' })
  })

  test('D11: of two at the same moment, one is refused', async () => {
    const body = { ...asa, email: anEmail() }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.inject({ method: 'POST', url: '/admin/people', headers: admin.headers, payload: body }),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })
})

describe('changing', () => {
  test('D5: what is left out stays, null and the empty text clear', async () => {
    const before = await add({ ...asa, email: anEmail(), phone: '0701234567', child_team: 'P12', notes: 'x' })
    expect(await change(before.id, { notes: 'y', language: 'sv' })).toEqual({
      ...before,
      notes: 'y',
      language: 'sv',
      version: 2,
    })
    expect(await change(before.id, { phone: '', child_team: null, notes: '', language: null })).toEqual({
      ...before,
      phone: null,
      child_team: null,
      notes: null,
      version: 3,
    })
  })

  test('D5: an older version is refused and changes nothing', async () => {
    const { id } = await add({ ...asa, email: anEmail() })
    await change(id, { notes: 'first', version: 1 })
    expect(await refusedToChange(id, { notes: 'second', version: 1 })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    })
    expect(await change(id, {})).toMatchObject({ notes: 'first', version: 3 })
  })

  test('D11: nobody can become somebody else who is there', async () => {
    const email = anEmail()
    await add({ ...asa, email })
    const { id } = await add({ ...asa, first_name: 'Zoë', email })
    expect(await refusedToChange(id, { first_name: 'åsa' })).toMatchObject({ code: 'person_exists' })
    expect(await change(id, { first_name: 'Chloë' })).toMatchObject({ first_name: 'Chloë' })
  })

  test.each([
    ['e-mail', { email: 'new@volunteer.example' }, 2],
    ['phone', { phone: '0701234568' }, 2],
    ['phone taken away', { phone: null }, 2],
    ['the same phone, typed otherwise', { phone: '070-123 45 67' }, 1],
    ['the same e-mail in capitals', { email: 'OLD@volunteer.example' }, 1],
    ['name', { first_name: 'Zoë' }, 1],
  ])('D17: personal links end with the address they went to: %s', async (_name, body, round) => {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, {
      organization_id,
      email: 'old@volunteer.example',
      phone: '+46701234567',
    })
    const { id } = await buildAssignment(api.deps, { person })
    await change(person.id, body)
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.assignment).where(eq(schema.assignment.id, id)),
    )
    expect(row?.round).toBe(round)
    await api.ok(deletePerson, { headers: admin.headers, params: { id: person.id } })
  })

  test('the shifts that show the person are announced', async () => {
    const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
    const shift = await buildShift(api.deps, { organization_id: admin.organization_id })
    await buildAssignment(api.deps, { shift, person })
    const heard = await listen(() => change(person.id, { first_name: 'Zoë' }))
    expect(heard).toEqual([
      {
        kind: 'shifts',
        organization_id: admin.organization_id,
        event_id: shift.event_id,
        shift_ids: [shift.id],
      },
    ])
  })
})

describe('removing', () => {
  test('takes the assignments along, frees the places and says so, event by event', async () => {
    const { organization_id } = admin
    const person = await buildPerson(api.deps, { organization_id })
    const shifts = [
      await buildShift(api.deps, { role: await buildRole(api.deps, { organization_id }) }),
      await buildShift(api.deps, { role: await buildRole(api.deps, { organization_id }) }),
    ]
    for (const shift of shifts) await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })

    const input = { headers: admin.headers, params: { id: person.id }, query: { notify: 'false' } }
    const heard = await listen(() => api.ok(deletePerson, input))
    expect(heard.flatMap((each) => (each.kind === 'shifts' ? each.shift_ids : [])).sort()).toEqual(
      shifts.map(({ id }) => id).sort(),
    )
    expect(await rowsOf(person.id)).toEqual([])
    expect(await api.refused(deletePerson, input)).toMatchObject({ status: 404, code: 'person_not_found' })
  })

  test('two at once, and a change beside them, never lock each other out', async () => {
    const { organization_id } = admin
    const shift = await buildShift(api.deps, { organization_id, required_qty: 20 })
    const crowd = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const person = await buildPerson(api.deps, { organization_id })
        await buildAssignment(api.deps, { shift, person })
        return person.id
      }),
    )
    const answers = await Promise.all(
      crowd.flatMap((id) => {
        const url = `/admin/people/${id}`
        const payload = { email: anEmail() }
        return [
          api.inject({ method: 'PUT', url, headers: admin.headers, payload }),
          api.inject({ method: 'DELETE', url, headers: admin.headers }),
        ]
      }),
    )
    for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode)
    for (const id of crowd) expect(await rowsOf(id)).toEqual([])
  })
})

const rowsOf = (person_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(
        and(
          eq(schema.assignment.organization_id, admin.organization_id),
          eq(schema.assignment.person_id, person_id),
        ),
      ),
  )
