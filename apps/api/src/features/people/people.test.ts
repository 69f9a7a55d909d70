import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { contractTexts } from '@muster/contract/texts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import type { Announcement } from '../../live/announcement.ts'

const { listPeople, createPerson, updatePerson, deletePerson } = people

let api: TestApp
let admin: Administrator
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})
afterAll(() => api.close())

const somebody = (changes = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...changes })
const call = (body?: unknown, id = '') => ({ headers: admin.headers, params: { id }, body })
const named = (changes = {}) => ({
  first_name: 'Zoë',
  last_name: 'O’Brien',
  email: `${newId()}@volunteer.example`,
  ...changes,
})
const rowOf = (id: string) =>
  api.deps.db.system(async (tx) => {
    const [row] = await tx.select().from(schema.person).where(eq(schema.person.id, id))
    return row
  })
const assignmentsOf = (person_id: string) =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.assignment).where(eq(schema.assignment.person_id, person_id)),
  )
const messagesTo = (address: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.address, address)))
describe('who may', () => {
  test.each(Object.entries(people))('%s needs a session', async (_name, route) => {
    expect(await api.refused(route, { params: { id: newId() }, body: {} })).toMatchObject({ status: 401 })
  })

  test.each([
    [updatePerson, { notes: 'x' }],
    [deletePerson, undefined],
  ] as const)('$method knows nobody of another organisation', async (route, body) => {
    const theirs = await buildPerson(api.deps)
    const refused = await api.refused(route, call(body, theirs.id))
    expect(refused).toMatchObject({ status: 404, code: 'person_not_found' })
    expect(await rowOf(theirs.id)).toEqual(theirs)
  })

  test('the list has our own people only', async () => {
    const [ours, theirs] = [await somebody(), await buildPerson(api.deps)]
    const ids = (await api.ok(listPeople, call())).map(({ id }) => id)
    expect(ids).toContain(ours.id)
    expect(ids).not.toContain(theirs.id)
  })
})

const found = async (q: string) => {
  const { headers } = admin
  return (await api.ok(listPeople, { headers, query: { q } })).map(({ id }) => id)
}

describe('searching (D11)', () => {
  test.each(['asa', 'ÅSA', "o'brien", 'O’Brien asa', 'anna-karin', 'p12', '070-999 88 77', '\u200basa\t'])(
    'finds by %j what the screen finds',
    async (q) => {
      const person = await api.ok(
        createPerson,
        call(
          named({
            first_name: 'Åsa',
            last_name: 'Anna‑Karin O’Brien',
            child_team: 'Blå P12',
            phone: '+46709998877',
          }),
        ),
      )
      expect(await found(q)).toContain(person.id)
      expect(await found('asa berglund')).not.toContain(person.id)
    },
  )

  test('finds by a changed team and name', async () => {
    const person = await api.ok(createPerson, call(named({ child_team: 'P12' })))
    await api.ok(updatePerson, call({ child_team: 'Räven', last_name: 'Ængström' }, person.id))
    expect(await found('raven aengstrom')).toEqual([person.id])
  })

  test('finds whom the version before has added', async () => {
    const person = await somebody({ last_name: 'Kvist', search_text: null })
    expect(await found('kvist')).toEqual([person.id])
  })
})

describe('adding', () => {
  test('keeps what is given, and leaves the rest empty', async () => {
    const given = named({ child_team: 'P12', notes: 'Kommer\nsent', language: 'en' })
    expect(await api.ok(createPerson, call(given))).toEqual({
      ...given,
      id: expect.any(String),
      phone: null,
      tags: [],
      version: 1,
    })
    expect(await api.ok(createPerson, call(named({ child_team: '', notes: '', phone: '' })))).toMatchObject({
      child_team: null,
      notes: null,
      phone: null,
      language: null,
    })
  })

  test('text is trimmed and composed, an override stripped, a form’s line ends made one (D4)', async () => {
    const typed = named({
      first_name: ' A\u030asa ',
      last_name: 'Öberg\u202e',
      notes: 'Ring först.\r\nSen kom. ',
    })
    expect(await api.ok(createPerson, call({ ...typed, email: ` ${typed.email}` }))).toMatchObject({
      first_name: 'Åsa',
      last_name: 'Öberg',
      email: typed.email,
      notes: 'Ring först.\nSen kom.',
    })
  })

  test.each([
    ['an empty name', 'first_name', ''],
    ['a name of blanks', 'first_name', '   '],
    ['a name of 101 letters', 'first_name', 'x'.repeat(101)],
    ['no last name', 'last_name', undefined],
    ['a NUL', 'last_name', 'Ö\0'],
    ['half an e-mail', 'email', 'asa@'],
    ['an e-mail of 255 characters', 'email', `${'x'.repeat(250)}@a.se`],
    ['notes of 5,001 characters', 'notes', 'x'.repeat(5_001)],
    ['an unknown language', 'language', 'de'],
    ['words for a phone', 'phone', 'call me'],
    ['a phone of two digits', 'phone', '12'],
    ['a country and no number', 'phone', '+46'],
    ['a phone of 16 digits', 'phone', '+4670123456789012'],
    ['a phone with an extension', 'phone', '070-123 45 67 ankn. 8'],
  ])('%s is refused by its field', async (_name, field, value) => {
    const refused = await api.refused(createPerson, call(named({ [field]: value })))
    expect(refused).toMatchObject({ status: 400, code: 'validation', issues: [{ path: field }] })
  })

  test("what is wrong is said in the reader's language (D2)", async () => {
    const headers = { ...admin.headers, 'accept-language': 'sv' }
    const issuesOf = async (wrong: object) =>
      (await api.refused(createPerson, { headers, body: named(wrong) })).issues
    expect(await issuesOf({ email: 'asa@', first_name: '' })).toEqual([
      { path: 'first_name', message: 'Får inte vara tomt' },
      { path: 'email', message: 'Adressen är inte fullständig' },
    ])
    expect(await issuesOf({ phone: '12' })).toEqual([
      { path: 'phone', message: contractTexts.sv('issues.not_phone') },
    ])
    expect(await issuesOf({ notes: 7 })).toEqual([{ path: 'notes', message: 'Måste vara text' }])
  })
})

describe('phones (D23)', () => {
  test.each([
    ['SE', '070-123 45 67', '+46701234567'],
    ['SE', '+48 512 345 678', '+48512345678'],
    ['SE', '0048512345678', '+48512345678'],
    ['IT', '06 698 1234', '+39066981234'],
    ['IT', '+39 06 698 1234', '+39066981234'],
    ['NO', '406 12 345', '+4740612345'],
    ['PT', '+351 912 345 678', '+351912345678'],
    ['PT', '912 345 678', '+351912345678'],
    ['PL', '(512) 345-678', '+48512345678'],
    ['IE', '085 123 4567', '+353851234567'],
    [null, '+46 70 123 45 67', '+46701234567'],
  ])('in %s, %s is %s', async (country, phone, stored) => {
    const { headers } = await buildAdministrator(api, { country })
    const { id, ...created } = await api.ok(createPerson, { headers, body: named({ phone }) })
    expect(created.phone).toBe(stored)
    await api.ok(updatePerson, { headers, params: { id }, body: { phone: null } })
    expect(await api.ok(updatePerson, { headers, params: { id }, body: { phone } })).toMatchObject({
      phone: stored,
    })
  })

  test.each([
    // Has a possible length, but is no valid number of the United States.
    ['US', '085 123 4567', 'not_phone'],
    ['PL', '(512) 345-678-9', 'not_phone'],
    ['SE', '+1 085 123 4567', 'not_phone'],
    [null, '070-123 45 67', 'not_international'],
  ] as const)('in %s, %s is refused: %s', async (country, phone, reason) => {
    const { headers } = await buildAdministrator(api, { country })
    const input = { headers: { ...headers, 'accept-language': 'en' }, body: named({ phone }) }
    expect(await api.refused(createPerson, input)).toMatchObject({
      status: 400,
      issues: [{ path: 'phone', message: contractTexts.en(`issues.${reason}`) }],
    })
  })
})

describe('one person once (D11)', () => {
  test('however name and e-mail are spelt', async () => {
    const email = `asa-${newId()}@volunteer.example`
    const existing = await api.ok(createPerson, call({ first_name: 'Åsa', last_name: 'af Ek', email }))
    const twin = { first_name: 'A\u030ASA', last_name: ' AF  EK ', email: email.toUpperCase() }
    const refused = await api.refused(createPerson, call(twin))
    expect(refused).toMatchObject({ status: 409, code: 'person_exists', person_id: existing.id })
  })

  test('two may share an e-mail, and another organisation has people of its own', async () => {
    const given = named()
    await api.ok(createPerson, call(given))
    await api.ok(createPerson, call({ ...given, first_name: 'Ida' }))
    const { headers } = await buildAdministrator(api)
    await api.ok(createPerson, { headers, body: given })
  })

  test('nobody is changed into another', async () => {
    const [one, other] = [named(), named()]
    const existing = await api.ok(createPerson, call(one))
    const { id } = await api.ok(createPerson, call(other))
    const refused = await api.refused(updatePerson, call(one, id))
    expect(refused).toMatchObject({ status: 409, code: 'person_exists', person_id: existing.id })
    expect(await rowOf(id)).toMatchObject({ ...other, version: 1 })
  })

  test('added ten times at once', async () => {
    const payload = named()
    const { headers } = admin
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.inject({ method: 'POST', url: '/admin/people', headers, payload }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ])
  })

  test('and changed into the same name at once', async () => {
    const twins = [await somebody(), await somebody()]
    const payload = named()
    const answers = await Promise.all(
      twins.map(({ id }) =>
        api.inject({ method: 'PUT', url: `/admin/people/${id}`, headers: admin.headers, payload }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
  })
})

describe('changing (D5)', () => {
  test('what is left out stays; null and the empty text clear', async () => {
    const { id } = await somebody({ phone: '+46701234567', child_team: 'P12', notes: 'n', language: 'sv' })
    expect(await api.ok(updatePerson, call({ first_name: 'Ida' }, id))).toMatchObject({
      first_name: 'Ida',
      last_name: 'Öberg',
      phone: '+46701234567',
      child_team: 'P12',
      notes: 'n',
      language: 'sv',
      version: 2,
    })
    const cleared = { phone: '', child_team: null, notes: '', language: null }
    expect(await api.ok(updatePerson, call(cleared, id))).toMatchObject({
      first_name: 'Ida',
      phone: null,
      child_team: null,
      notes: null,
      language: null,
    })
  })

  test('an older version is refused, none is allowed', async () => {
    const { id } = await somebody()
    await api.ok(updatePerson, call({ notes: 'first', version: 1 }, id))
    const refused = await api.refused(updatePerson, call({ notes: 'second', version: 1 }, id))
    expect(refused).toMatchObject({ status: 409, code: 'changed_elsewhere' })
    expect(await rowOf(id)).toMatchObject({ notes: 'first', version: 2 })
    await api.ok(updatePerson, call({ notes: 'third' }, id))
  })

  test('somebody unknown is not found', async () => {
    for (const id of [newId(), 'nobody']) {
      expect(await api.refused(updatePerson, call({ notes: 'x' }, id))).toMatchObject({ status: 404 })
    }
  })

  test('a new name is announced to the pages that show it', async () => {
    const person = await somebody()
    const shift = await buildShift(api.deps, { role })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const heard = await listenDuring(() => api.ok(updatePerson, call({ first_name: 'Ida' }, person.id)))
    expect(heard).toMatchObject([{ kind: 'shifts', event_id: shift.event_id, shift_ids: [shift.id] }])
  })
})

describe('removing (D21)', () => {
  test('takes the assignments along, frees the place, tells the person and says so', async () => {
    const person = await somebody({ notes: 'n' })
    const shift = await buildShift(api.deps, { role, required_qty: 1 })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const heard = await listenDuring(() => api.ok(deletePerson, call(undefined, person.id)))
    expect(heard).toContainEqual(expect.objectContaining({ kind: 'shifts', shift_ids: [shift.id] }))
    expect(await rowOf(person.id)).toBeUndefined()
    expect(await assignmentsOf(person.id)).toEqual([])
    expect(await messagesTo(person.email)).toMatchObject([{ template: 'shift_cancelled', person_id: null }])
    const { shifts: listed } = await api.ok(shifts.listShifts, { headers: admin.headers })
    expect(listed.find(({ id }) => id === shift.id)).toMatchObject({ assignment: [] })
    expect(await api.refused(deletePerson, call(undefined, person.id))).toMatchObject({ status: 404 })
  })

  test('in silence when the administrator unticks it', async () => {
    const assignment = await buildAssignment(api.deps, { person: await somebody(), status: 'CONFIRMED' })
    const { person_id } = assignment
    const email = (await rowOf(person_id))?.email ?? ''
    await api.ok(deletePerson, { ...call(undefined, person_id), query: { notify: 'false' } })
    expect(await messagesTo(email)).toEqual([])
  })

  test('ten at once, and a change beside each, never lock each other out', async () => {
    const shift = await buildShift(api.deps, { role })
    const crowd = [...Array(10).keys()].map(() => somebody())
    for (const person of await Promise.all(crowd)) await buildAssignment(api.deps, { shift, person })
    const answers = await Promise.all(
      (await Promise.all(crowd)).flatMap(({ id }) => {
        const edit = { url: `/admin/people/${id}`, headers: admin.headers }
        const payload = { email: `${newId()}@volunteer.example` }
        return [api.inject({ ...edit, method: 'PUT', payload }), api.inject({ ...edit, method: 'DELETE' })]
      }),
    )
    for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode)
    for (const { id } of await Promise.all(crowd)) expect(await assignmentsOf(id)).toEqual([])
  })

  test('while they sign up: all or nothing of them is left', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await somebody()
      const shift = await buildShift(api.deps, { role })
      const { first_name, last_name, email } = person
      const payload = { first_name, last_name, email, phone: '+46701234567' }
      const [signedUp, removed] = await Promise.all([
        api.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload }),
        api.inject({ method: 'DELETE', url: `/admin/people/${person.id}`, headers: admin.headers }),
      ])
      expect(removed.statusCode).toBe(204)
      expect([201, 503]).toContain(signedUp.statusCode)
      expect(await rowOf(person.id)).toBeUndefined()
      expect(await assignmentsOf(person.id)).toEqual([])
    }
  })
})

async function listenDuring(work: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = []
  const stop = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  await work()
  stop()
  return heard
}
