import { personalPage } from '@muster/contract/personal-page'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildOrganization,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { deleteBlock, insertBlock } from '../../outbox/suppression.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const tokenOf = ({ id, round }: Pick<AssignmentRow, 'id' | 'round'>) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const open = (token: string) => api.ok(personalPage.getAssignment, { params: { token } })
const refused = (token: string) => api.refused(personalPage.getAssignment, { params: { token } })
/** An organisation without a look of its own. */
const PLAIN = { color: null, logo_url: null, theme: null }
const expired = () => hoursAfter(api.deps.now(), -1)

test('shows the shift, and of other people nothing', async () => {
  const event = await buildEvent(api.deps, {
    location: 'Brunnsparken',
    notes: 'Ta med vatten',
    contact_email: 'kansli@fest.example',
  })
  const role = await buildRole(api.deps, { event, description: 'Kaffe' })
  const shift = await buildShift(api.deps, { role })
  const person = await buildPerson(api.deps, {
    organization_id: shift.organization_id,
    email: 'canary@volunteer.example',
    phone: '+46709999999',
    notes: 'canary',
    child_team: 'canary',
  })
  const assignment = await buildAssignment(api.deps, { shift, person })
  const later = await buildShift(api.deps, { role, start_dt: hoursAfter(shift.end_dt, 1) })
  const other = await buildAssignment(api.deps, { shift: later, person, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })

  const answer = await api.inject({ url: `/assignment/${tokenOf(assignment)}` })
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(answer.body).not.toMatch(/canary|\+4670/)
  expect(answer.json()).toEqual({
    status: 'INVITED',
    has_certificate: false,
    has_questions: false,
    answer_by: assignment.token_expires_at,
    change: null,
    cancel_until: hoursAfter(shift.start_dt, -24),
    moved_from: null,
    confirm_by: null,
    freed_unanswered: false,
    offer_ended: null,
    gave_up: false,
    swap: null,
    handed_over: false,
    is_first_yes: false,
    waiting_list: true,
    messages_stopped: false,
    has_email: true,
    email_blocked: false,
    reminder_hours: 24,
    gets_reminders: true,
    person: { first_name: 'Åsa' },
    organization: { name: 'Sommarfesten', ...PLAIN },
    contact: { email: 'kansli@fest.example', phone: null },
    shift: {
      id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      meeting_point: null,
      note: null,
      spots_left: 4,
      role: {
        name: 'Kafé',
        description: 'Kaffe',
        event: {
          id: event.id,
          name: 'Sommarfest',
          location: 'Brunnsparken',
          event_date_start: event.event_date_start,
          notes: 'Ta med vatten',
          time_zone: 'Europe/Stockholm',
        },
      },
    },
    other_shifts: [
      {
        token: tokenOf(other),
        status: 'CONFIRMED',
        answer_by: other.token_expires_at,
        change: 'cancel',
        cancel_until: hoursAfter(later.start_dt, -24),
        moved_from: null,
        confirm_by: null,
        freed_unanswered: false,
        offer_ended: null,
        gave_up: false,
        swap: { url: null },
        handed_over: false,
        start_dt: later.start_dt,
        end_dt: later.end_dt,
        meeting_point: null,
        note: null,
        role: { name: 'Kafé', description: 'Kaffe' },
      },
    ],
  })
})

test('says whether “It wasn’t me” was pressed for the address, also with an answer and a change (D28)', async () => {
  const person = await buildPerson(api.deps, { email: `${newId()}@private.example` })
  const shift = await buildShift(api.deps, { organization_id: person.organization_id })
  const params = { token: tokenOf(await buildAssignment(api.deps, { shift, person })) }
  await api.deps.db.system((tx) => insertBlock(tx, person.email))
  const confirm = { params, body: { confirm: true } }
  expect(await open(params.token)).toMatchObject({ email_blocked: true })
  expect(await api.ok(personalPage.answerInvitation, confirm)).toMatchObject({ email_blocked: true })
  await api.deps.db.system((tx) => deleteBlock(tx, person.email))
  const decline = { params, body: { status: 'DECLINED' } } as const
  expect(await api.ok(personalPage.changeAnswer, decline)).toMatchObject({ email_blocked: false })
})

test('leads to the other shifts of the same person and event, while their links are open (D29)', async () => {
  const event = await buildEvent(api.deps)
  const role = await buildRole(api.deps, { event })
  const person = await buildPerson(api.deps, { organization_id: event.organization_id })
  const shiftAfter = async (days: number) =>
    buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), days * 24) })
  const invite_sent_at = api.deps.now()
  const linked = await buildAssignment(api.deps, { shift: await shiftAfter(1), person, invite_sent_at })
  const revoked_before = await buildAssignment(api.deps, {
    shift: await shiftAfter(2),
    person,
    round: 3,
    invite_sent_at,
  })
  await buildAssignment(api.deps, {
    shift: await shiftAfter(3),
    person,
    token_expires_at: expired(),
    invite_sent_at,
  })
  await buildAssignment(api.deps, { shift: await shiftAfter(-40), person, status: 'CONFIRMED' })
  await buildAssignment(api.deps, { shift: await shiftAfter(4), status: 'CONFIRMED' })
  const elsewhere = await buildRole(api.deps, {
    event: await buildEvent(api.deps, { organization_id: event.organization_id }),
  })
  await buildAssignment(api.deps, { shift: await buildShift(api.deps, { role: elsewhere }), person })

  const { other_shifts } = await open(tokenOf(linked))
  expect(other_shifts.map(({ token }) => token)).toEqual([null, tokenOf(revoked_before), null])
  const answered = await api.ok(personalPage.answerInvitation, {
    params: { token: tokenOf(revoked_before) },
    body: { confirm: true },
  })
  expect(answered.other_shifts.map(({ token }) => token)).toEqual([null, tokenOf(linked), null])
})

test('names no other shift for which somebody was picked but not asked (D40)', async () => {
  const role = await buildRole(api.deps)
  const person = await buildPerson(api.deps, { organization_id: role.organization_id })
  const shiftAfter = async (days: number) =>
    buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), days * 24) })
  const linked = await buildAssignment(api.deps, { shift: await shiftAfter(1), person })
  const picked = await buildAssignment(api.deps, { shift: await shiftAfter(2), person })
  await buildAssignment(api.deps, { shift: await shiftAfter(3), person, token_expires_at: expired() })
  const declined = await buildAssignment(api.deps, { shift: await shiftAfter(4), person, status: 'DECLINED' })
  const tokens = async () => (await open(tokenOf(linked))).other_shifts.map(({ token }) => token)

  expect(await tokens()).toEqual([tokenOf(declined)])
  await api.deps.db.system((tx) =>
    tx
      .update(schema.assignment)
      .set({ invite_sent_at: api.deps.now() })
      .where(eq(schema.assignment.id, picked.id)),
  )
  expect(await tokens()).toEqual([tokenOf(picked), tokenOf(declined)])
})

test('unknown and malformed links are one and the same', async () => {
  const assignment = await buildAssignment(api.deps)
  const token = tokenOf(assignment)
  const wrong = [
    'x',
    'a'.repeat(43),
    token.slice(0, 42),
    `${token}A`,
    `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`,
    signId(api.deps.keys, { purpose: 'calendar', id: assignment.id, round: 1 }),
    tokenOf({ id: assignment.id, round: 2 }),
    tokenOf({ id: assignment.shift_id, round: 1 }),
    '..%2Fadmin',
  ]
  for (const each of wrong) expect(await refused(each)).toMatchObject({ status: 404, code: 'link_invalid' })
})

test('a risen round ends older links', async () => {
  const assignment = await buildAssignment(api.deps)
  await api.deps.db.system((tx) =>
    tx.update(schema.assignment).set({ round: 2 }).where(eq(schema.assignment.id, assignment.id)),
  )
  expect(await refused(tokenOf(assignment))).toMatchObject({ code: 'link_replaced' })
  await open(tokenOf({ ...assignment, round: 2 }))
})

test('unanswered past its deadline: 403; answered: open until 30 days after the shift, then 404', async () => {
  const unanswered = await buildAssignment(api.deps, { token_expires_at: expired() })
  expect(await refused(tokenOf(unanswered))).toMatchObject({ status: 403, code: 'link_expired' })

  const start_dt = hoursAfter(api.deps.now(), -24 * 29)
  const recent = await buildShift(api.deps, { start_dt, end_dt: hoursAfter(start_dt, 2) })
  const old = await buildShift(api.deps, {
    start_dt: hoursAfter(start_dt, -48),
    end_dt: hoursAfter(start_dt, -46),
  })
  for (const status of ['CONFIRMED', 'DECLINED', 'ABSENT'] as const) {
    await open(
      tokenOf(await buildAssignment(api.deps, { shift: recent, status, token_expires_at: expired() })),
    )
    const closed = await buildAssignment(api.deps, { shift: old, status, token_expires_at: expired() })
    expect(await refused(tokenOf(closed))).toMatchObject({ status: 404, code: 'link_invalid' })
  }
})

test('whom to ask is known as long as the link is signed, and of no other link', async () => {
  const { id: organization_id } = await buildOrganization(api.deps, {
    contact_email: 'kansli@fest.example',
    contact_phone: '+46701234567',
  })
  const role = await buildRole(api.deps, { organization_id })
  const start_dt = hoursAfter(api.deps.now(), -24 * 40)
  const old = await buildShift(api.deps, { role, start_dt })
  const closed = await buildAssignment(api.deps, { shift: old, status: 'CONFIRMED' })
  const shift = await buildShift(api.deps, { role })
  const unanswered = await buildAssignment(api.deps, { shift, token_expires_at: expired() })
  for (const assignment of [closed, unanswered]) {
    const params = { token: tokenOf(assignment) }
    const answer = await api.inject({ url: `/assignment/${params.token}/organizer` })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await api.ok(personalPage.getOrganizer, { params })).toEqual({
      organization: { name: 'Sommarfesten', ...PLAIN },
      contact: { email: 'kansli@fest.example', phone: '+46 70 123 45 67' },
      event: { id: role.event_id, name: 'Sommarfest' },
    })
  }
  for (const token of ['x', 'a'.repeat(43), tokenOf({ id: unanswered.id, round: 2 })]) {
    expect(await api.refused(personalPage.getOrganizer, { params: { token } })).toMatchObject({
      status: 404,
      code: 'link_invalid',
    })
  }
})

test('its calendar file carries notes and the link, that of a sign-up no link (D26)', async () => {
  const event = await buildEvent(api.deps, { notes: 'Ta med vatten' })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const assignment = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
  const signed = signId(api.deps.keys, { purpose: 'calendar', id: assignment.id, round: 1 })
  const [own, of_sign_up] = await Promise.all(
    [`/assignment/${tokenOf(assignment)}/calendar.ics`, `/calendar/${signed}.ics`].map(async (url) => {
      const { body } = await api.inject({ url })
      const vevent = new ICAL.Component(ICAL.parse(body)).getFirstSubcomponent('vevent')
      return String(vevent?.getFirstPropertyValue('description'))
    }),
  )
  for (const description of [own, of_sign_up]) expect(description).toContain('Ta med vatten')
  expect(own).toContain(`${api.deps.config.public_url}/c/${tokenOf(assignment)}`)
  expect(of_sign_up).not.toContain('/c/')
})

test('there is no calendar file of a place that was given up', async () => {
  const assignment = await buildAssignment(api.deps, { status: 'DECLINED' })
  const signed = signId(api.deps.keys, { purpose: 'calendar', id: assignment.id, round: 1 })
  for (const url of [`/assignment/${tokenOf(assignment)}/calendar.ics`, `/calendar/${signed}.ics`]) {
    const answer = await api.inject({ url })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'link_invalid'])
  }
})

test('its calendar file is named after the role and refused like the link', async () => {
  const assignment = await buildAssignment(api.deps)
  const answer = await api.inject({ url: `/assignment/${tokenOf(assignment)}/calendar.ics` })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="Kafe.ics"; filename*=UTF-8''Kaf%C3%A9.ics`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const [vevent] = new ICAL.Component(ICAL.parse(answer.body)).getAllSubcomponents('vevent')
  expect(vevent?.getFirstPropertyValue('uid')).toBe(assignment.calendar_uid)
  const wrong = await api.inject({ url: `/assignment/${'a'.repeat(43)}/calendar.ics` })
  expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'link_invalid'])
})

test('the calendar link of a sign-up opens the calendar and nothing else', async () => {
  const shift = await buildShift(api.deps)
  const body = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: 'asa@volunteer.example',
    phone: '+46701234567',
  }
  const signed = await api.inject({ method: 'POST', url: `/shifts/${shift.id}/signup`, payload: body })
  const { pathname } = new URL(signed.json().calendar_url)
  const calendar = await api.inject({ url: pathname })
  expect(calendar.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': expect.stringContaining('Kafe.ics'),
  })
  expect(calendar.body).toContain('SUMMARY:Kafé – Sommarfest')

  const token = pathname.replace(/^\/calendar\/|\.ics$/g, '')
  expect(await refused(token)).toMatchObject({ code: 'link_invalid' })
  for (const file of [token, `${token}x.ics`, 'x.ics', '.ics']) {
    const wrong = await api.inject({ url: `/calendar/${file}` })
    expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'link_invalid'])
  }
})

test('has a certificate of what was worked at the event, where it gives one (D56)', async () => {
  const event = await buildEvent(api.deps, { certificates: true })
  const role = await buildRole(api.deps, { event })
  const person = await buildPerson(api.deps, { organization_id: event.organization_id, language: 'sv' })
  const on = async (of: { role: typeof role; hours: number; status: 'CONFIRMED' | 'ABSENT' }) => {
    const shift = await buildShift(api.deps, {
      role: of.role,
      start_dt: hoursAfter(api.deps.now(), of.hours),
      end_dt: hoursAfter(api.deps.now(), of.hours + 2),
    })
    return buildAssignment(api.deps, { shift, person, status: of.status })
  }
  const coming = await on({ role, hours: 24, status: 'CONFIRMED' })
  await on({ role, hours: -30, status: 'ABSENT' })
  const certificate = (of: AssignmentRow) => ({ params: { token: tokenOf(of) } })
  expect(await open(tokenOf(coming))).toMatchObject({ has_certificate: false })
  expect(await api.ok(personalPage.getCertificate, certificate(coming))).toMatchObject({ shifts: [] })

  const worked = await on({ role, hours: -26, status: 'CONFIRMED' })
  const elsewhere = await buildRole(api.deps, {
    event: await buildEvent(api.deps, { organization_id: event.organization_id, certificates: true }),
  })
  await on({ role: elsewhere, hours: -50, status: 'CONFIRMED' })
  expect(await open(tokenOf(coming))).toMatchObject({ has_certificate: true })
  expect(await api.ok(personalPage.getCertificate, certificate(coming))).toEqual({
    organization: { name: expect.any(String), ...PLAIN },
    person: { first_name: 'Åsa', last_name: 'Öberg' },
    language: 'sv',
    time_zone: 'Europe/Stockholm',
    shifts: [expect.objectContaining({ id: worked.id, worked_minutes: 120 })],
  })
})

test('has no certificate where the event gives none (D56)', async () => {
  const start_dt = hoursAfter(api.deps.now(), -26)
  const shift = await buildShift(api.deps, { start_dt, end_dt: hoursAfter(start_dt, 2) })
  const token = tokenOf(await buildAssignment(api.deps, { shift, status: 'CONFIRMED' }))
  expect(await open(token)).toMatchObject({ has_certificate: false })
  expect(await api.refused(personalPage.getCertificate, { params: { token } })).toMatchObject({
    status: 404,
    code: 'certificate_not_given',
  })
})
