import { assignments } from '@muster/contract/assignments'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import { shifts } from '@muster/contract/shifts'
import { contractTexts } from '@muster/contract/texts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
  type ShiftRow,
} from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { insertReminders } from '../../outbox/reminder-rows.ts'
import { signId } from '../../signing/signed-id.ts'
import { serveWaitingLists } from '../waiting-list/serve-waiting-lists.ts'

/* D59: a person needs an e-mail address or a phone number. */

const { createPerson, updatePerson, listPeople } = people
const PHONE = '+46701234567'

let api: TestApp
let admin: Administrator
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), 72), required_qty: 1 })
})

const call = (body: object, id = '') => ({ headers: admin.headers, params: { id }, body })
const named = (more: object) => ({ first_name: 'Åsa', last_name: 'Öberg', ...more })
const byPhone = () => buildPersonByPhone(api.deps, { organization_id: admin.organization_id, phone: PHONE })
const messagesTo = ({ id }: { id: string }) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, id)))

describe('adding and changing', () => {
  test('a number is enough, with null, nothing or the empty text as address', async () => {
    for (const [at, email] of [null, undefined, ''].entries()) {
      const phone = `+4670123456${at}`
      expect(await api.ok(createPerson, call(named({ phone, email })))).toMatchObject({ email: null, phone })
    }
    expect(await api.ok(listPeople, { headers: admin.headers, query: { q: '070-123 45 61' } })).toHaveLength(
      1,
    )
  })

  test.each(['en', 'sv'] as const)('%s: neither is refused at the address', async (language) => {
    const headers = { ...admin.headers, 'accept-language': language }
    for (const phone of [null, '', undefined])
      expect(await api.refused(createPerson, { headers, body: named({ phone }) })).toMatchObject({
        status: 400,
        issues: [{ path: 'email', message: contractTexts[language]('issues.needs_contact') }],
      })
  })

  test('name and number make the person, however they are spelt (D11)', async () => {
    await api.ok(createPerson, call(named({ phone: '070-123 45 67' })))
    expect(
      await api.refused(createPerson, call(named({ first_name: 'ÅSA', phone: '0046 701234567' }))),
    ).toMatchObject({ code: 'person_exists' })
    // With an e-mail address the identity key differs, so this is another person (D11).
    await api.ok(createPerson, call(named({ phone: PHONE, email: 'asa@volunteer.example' })))
    await api.ok(createPerson, call(named({ first_name: 'Per', phone: PHONE })))
  })

  test('a change that leaves neither is refused, and changes nothing', async () => {
    const both = await api.ok(createPerson, call(named({ phone: PHONE, email: 'asa@volunteer.example' })))
    const gone = await api.ok(updatePerson, call({ email: null }, both.id))
    expect(gone).toMatchObject({ email: null, phone: PHONE })
    expect(await api.refused(updatePerson, call({ phone: null }, both.id))).toMatchObject({
      status: 400,
      issues: [{ path: 'email' }],
    })
    expect(
      await api.ok(updatePerson, call({ email: 'new@volunteer.example', phone: '' }, both.id)),
    ).toMatchObject({ email: 'new@volunteer.example', phone: null })
  })

  test('another number is another key', async () => {
    const one = await api.ok(createPerson, call(named({ phone: PHONE })))
    const other = await api.ok(createPerson, call(named({ phone: '+46701234568' })))
    expect(await api.refused(updatePerson, call({ phone: PHONE }, other.id))).toMatchObject({
      code: 'person_exists',
    })
    await api.ok(updatePerson, call({ phone: '+46701234569' }, one.id))
    await api.ok(updatePerson, call({ phone: PHONE }, other.id))
  })
})

const invite = (id: string, method: string) => ({
  headers: admin.headers,
  params: { id },
  body: { method },
})

describe('messages', () => {
  test('an invitation goes by SMS, and its answer causes no e-mail', async () => {
    const person = await byPhone()
    const { id } = await buildAssignment(api.deps, { shift, person })
    for (const method of ['EMAIL', 'BOTH'])
      expect(await api.refused(assignments.sendInvite, invite(id, method))).toMatchObject({
        code: 'no_contact_info',
      })
    await api.ok(assignments.sendInvite, invite(id, 'SMS'))
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
    await api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm: true } })
    expect(await messagesTo(person)).toMatchObject([{ channel: 'SMS', address: PHONE }])
    await api.ok(personalPage.changeAnswer, { params: { token }, body: { status: 'DECLINED' } })
    expect(await messagesTo(person)).toHaveLength(1)
  })

  test('a move and a removal are told by SMS; somebody with an address hears by e-mail', async () => {
    const person = await byPhone()
    const mailed = await buildPerson(api.deps, { organization_id: admin.organization_id, phone: PHONE })
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await buildAssignment(api.deps, { shift, person: mailed, status: 'CONFIRMED' })
    const end_dt = hoursAfter(shift.end_dt, 1)
    await api.ok(shifts.updateShift, call({ end_dt }, shift.id))
    expect(await messagesTo(person)).toMatchObject([{ channel: 'SMS', template: 'shift_changed' }])
    expect(await messagesTo(mailed)).toMatchObject([{ channel: 'EMAIL', template: 'shift_changed' }])
  })

  test('a reminder goes by SMS only', async () => {
    const person = await byPhone()
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const due = {
      person_id: person.id,
      day: shift.start_dt.slice(0, 10),
      phone: PHONE,
      time_zone: 'Europe/Stockholm',
      start_dt: shift.start_dt,
    }
    const insert = (channel: 'EMAIL' | 'SMS') =>
      api.deps.db.transaction(shift.organization_id, (tx) =>
        insertReminders(tx, { channel, due: [due], now: api.deps.now() }),
      )
    expect(await insert('EMAIL')).toBe(0)
    expect(await insert('SMS')).toBe(1)
  })

  test('an offer that nobody can be told of passes on', async () => {
    const person = await byPhone()
    const next = await buildPerson(api.deps, { organization_id: admin.organization_id })
    await buildWaiting(api.deps, { shift, person, status: 'WAITING' })
    await buildWaiting(api.deps, { shift, person: next, status: 'WAITING' })
    for (let run = 0; run < 3; run++) await serveWaitingLists(api.deps)
    expect(await messagesTo(person)).toEqual([])
    expect(await messagesTo(next)).toMatchObject([{ template: 'place_offered' }])
  })
})

describe('the personal page', () => {
  test('names no address; what a mailbox would have to confirm is the organiser’s', async () => {
    const person = await byPhone()
    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
    expect(await api.ok(personalPage.getDetails, { params: { token } })).toMatchObject({
      email: null,
      phone: '•••67',
    })
    const refused = { status: 409, code: 'mailbox_unreachable' }
    expect(
      await api.refused(personalPage.changeEmail, { params: { token }, body: { email: 'a@b.example' } }),
    ).toMatchObject(refused)
    expect(
      await api.refused(personalPage.changeDetails, { params: { token }, body: { phone: '+46701234568' } }),
    ).toMatchObject(refused)
    const stored = await api.deps.db.system((tx) =>
      tx
        .select({ phone: schema.person.phone, asked: schema.person.asked_details })
        .from(schema.person)
        .where(and(eq(schema.person.id, person.id))),
    )
    expect(stored).toEqual([{ phone: PHONE, asked: null }])
  })
})
