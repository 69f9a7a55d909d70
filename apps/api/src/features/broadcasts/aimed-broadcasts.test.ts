import { broadcasts } from '@muster/contract/broadcasts'
import { tags } from '@muster/contract/tags'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue, makeDue, withText } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type RoleRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

/** A Friday, at noon in Stockholm. */
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  admin = await buildAdministrator(api, { name: 'Lunds IF' })
})
afterAll(() => api.close())
beforeEach(async () => {
  event = await buildEvent(api.deps, { organization_id: admin.organization_id, name: 'Midsommar' })
  role = await buildRole(api.deps, { event, name: 'Entré' })
  // What an earlier test left must not be sent in this one.
  await api.deps.db.system((tx) => tx.delete(schema.message))
})

const FORM = {
  messageType: 'reminder',
  communicationChannel: 'email',
  includePastShifts: false,
  includeCurrentShifts: true,
  includeUpcomingShifts: true,
  includeLink: true,
  language: 'en',
}
const call = (changes: object = {}) => ({
  headers: admin.headers,
  params: { eventId: event.id },
  body: { ...FORM, ...changes },
})
const preview = (changes?: object) => api.ok(broadcasts.previewBroadcast, call(changes))
const send = (changes?: object) => api.ok(broadcasts.sendBroadcast, call(changes))
const progress = (id: string) => api.ok(broadcasts.getBroadcast, { headers: admin.headers, params: { id } })

const shiftIn = (hours: number, of = role) =>
  buildShift(api.deps, { role: of, start_dt: hoursAfter(NOW, hours), required_qty: 9 })
const somebody = (first_name: string) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, first_name, phone: null })

type Changes = Parameters<typeof buildAssignment>[1]
async function put(first_name: string, shift: Awaited<ReturnType<typeof shiftIn>>, changes: Changes = {}) {
  const person = await somebody(first_name)
  await buildAssignment(api.deps, { shift, person, ...changes })
  return person
}

const namesOf = async (changes: object) =>
  (await preview(changes)).recipients.map(({ first_name }) => first_name).toSorted()

async function sentBy(broadcast_id: string) {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.broadcast_id, broadcast_id)),
  )
  return rows.map(withText)
}

const tagAs = (name: string, ...people: { id: string }[]) =>
  api.ok(tags.tagPeople, {
    headers: admin.headers,
    body: { person_ids: people.map(({ id }) => id), add: [name] },
  })
const tagIdOf = async (name: string) =>
  (await api.ok(tags.listTags, { headers: admin.headers })).find((each) => each.name === name)?.id ?? ''

const neutral = (text = '') => text.replaceAll(/https?:\/\/\S+/g, 'LINK')
const setStatus = (person_id = '', status: 'CONFIRMED' | 'DECLINED') =>
  api.deps.db.system((tx) =>
    tx.update(schema.assignment).set({ status }).where(eq(schema.assignment.person_id, person_id)),
  )

const ASKED = { invite_sent_at: hoursAfter(NOW, -2), token_expires_at: hoursAfter(NOW, 90) }

describe('recipients', () => {
  test('by what they are on the shift, each once counted', async () => {
    const shift = await shiftIn(48)
    await put('Confirmed', shift, { status: 'CONFIRMED' })
    await put('Asked', shift, ASKED)
    await put('Expired', shift, { ...ASKED, token_expires_at: hoursAfter(NOW, -1) })
    await put('Picked', shift, { invite_sent_at: null })
    await put('Declined', shift, { ...ASKED, status: 'DECLINED' })
    await put('Moved', shift, { status: 'CONFIRMED', asked_again_at: NOW })
    await put('Absent', shift, { status: 'ABSENT' })
    await buildWaiting(api.deps, { shift, person: await somebody('Waiting'), status: 'WAITING' })
    await buildWaiting(api.deps, { shift, person: await somebody('Left'), status: 'LEFT' })

    expect((await preview()).statuses).toEqual({
      CONFIRMED: 2,
      INVITED: 3,
      DECLINED: 1,
      WAITING: 1,
      asked: 1,
      not_asked: 1,
      expired: 1,
      new_time_open: 1,
    })
    const byStatus = (...statuses: string[]) => namesOf({ statuses })
    expect(await namesOf({})).toEqual(['Asked', 'Confirmed', 'Expired', 'Moved', 'Picked'])
    expect(await byStatus('INVITED')).toEqual(['Asked', 'Expired', 'Picked'])
    expect(await byStatus('asked')).toEqual(['Asked'])
    expect(await byStatus('expired')).toEqual(['Expired'])
    expect(await byStatus('not_asked')).toEqual(['Picked'])
    expect(await byStatus('DECLINED', 'WAITING')).toEqual(['Declined', 'Waiting'])
    expect(await byStatus('new_time_open')).toEqual(['Moved'])
    expect(await byStatus()).toEqual([])
  })

  test('by role, by shift, and by day in the zone of the event: a night shift is of both days', async () => {
    const other = await buildRole(api.deps, { event, name: 'Bar' })
    const day = await shiftIn(24)
    // Saturday 23:00–01:00 in Stockholm.
    const night = await shiftIn(35, other)
    await put('Day', day)
    await put('Night', night)
    expect(await namesOf({ role_ids: [other.id] })).toEqual(['Night'])
    expect(await namesOf({ shift_ids: [day.id] })).toEqual(['Day'])
    expect(await namesOf({ days: ['2026-06-20'] })).toEqual(['Day', 'Night'])
    expect(await namesOf({ days: ['2026-06-21'] })).toEqual(['Night'])
    expect(await namesOf({ role_ids: [other.id], shift_ids: [day.id] })).toEqual([])
    expect(await namesOf({ role_ids: [], days: null })).toEqual([])
  })

  test('only named people, or all but those named, who are listed as left out', async () => {
    const shift = await shiftIn(24)
    const [ada, bo] = [await put('Ada', shift), await put('Bo', shift)]
    expect(await preview({ person_ids: [ada.id] })).toMatchObject({
      people_count: 1,
      recipients: [{ person_id: ada.id }],
      left_out: [{ person_id: bo.id, first_name: 'Bo' }],
    })
    expect(await namesOf({ except_ids: [ada.id] })).toEqual(['Bo'])
    expect(await namesOf({ person_ids: [ada.id], except_ids: [ada.id] })).toEqual([])
  })

  test('by tag: any of them, and a tag of another organisation is nobody’s (D53)', async () => {
    const shift = await shiftIn(24)
    const [ada, bo] = [await put('Ada', shift), await put('Bo', shift)]
    await put('Cleo', shift)
    const absent = await somebody('Without a shift')
    await tagAs('Bar', ada, absent)
    await tagAs('Kök', ada, bo)
    const [bar, kok] = [await tagIdOf('Bar'), await tagIdOf('Kök')]
    expect(await namesOf({ tag_ids: [bar] })).toEqual(['Ada'])
    expect(await namesOf({ tag_ids: [bar, kok] })).toEqual(['Ada', 'Bo'])
    expect(await namesOf({ tag_ids: [kok], except_ids: [bo.id] })).toEqual(['Ada'])
    expect((await preview({ tag_ids: [kok] })).statuses).toMatchObject({ INVITED: 2 })
    expect(await namesOf({ tag_ids: [] })).toEqual([])
    const { organization_id, headers } = await buildAdministrator(api)
    const { id } = await buildPerson(api.deps, { organization_id })
    await api.ok(tags.tagPeople, { headers, body: { person_ids: [id], add: ['Kök'] } })
    const [foreign] = await api.ok(tags.listTags, { headers })
    expect(await namesOf({ tag_ids: [foreign?.id ?? newId()] })).toEqual([])
    expect(foreign?.name).toBe('Kök')
    expect(await namesOf({ tag_ids: null })).toEqual(['Ada', 'Bo', 'Cleo'])

    const { broadcast_id, sentCount } = await send({ tag_ids: [kok] })
    expect(sentCount).toBe(2)
    expect((await progress(broadcast_id)).form).toMatchObject({ tag_ids: [kok] })
  })

  test('people of another organisation or event are never written to, however they are named', async () => {
    const other = await buildAdministrator(api)
    const assignIn = async (organization_id: string) => {
      const of_event = await buildEvent(api.deps, { organization_id })
      const shift = await shiftIn(24, await buildRole(api.deps, { event: of_event }))
      return buildAssignment(api.deps, { shift, person: await buildPerson(api.deps, { organization_id }) })
    }
    const stranger = await assignIn(other.organization_id)
    const elsewhere = await assignIn(admin.organization_id)
    await put('Own', await shiftIn(24))
    for (const { person_id, shift_id } of [stranger, elsewhere]) {
      const named = { person_ids: [person_id], shift_ids: [shift_id], includePastShifts: true }
      expect(await preview(named)).toMatchObject({ recipients: [], total_count: 0 })
      expect(await send(named)).toMatchObject({ sentCount: 0 })
    }
  })

  test('what the preview counts is what is sent', async () => {
    const shift = await shiftIn(48)
    await put('Confirmed', shift, { status: 'CONFIRMED' })
    const picked = await put('Picked', shift, { invite_sent_at: null })
    const chosen = { statuses: ['not_asked'] }
    const counted = await preview(chosen)
    const { broadcast_id, sentCount } = await send(chosen)
    expect(sentCount).toBe(counted.sendable_count)
    expect((await sentBy(broadcast_id)).map(({ person_id }) => person_id)).toEqual([picked.id])
  })
})

describe('the message', () => {
  test('that is the first about a shift is an invitation in subject and words, never a reminder', async () => {
    const shift = await shiftIn(48)
    await put('Picked', shift, { invite_sent_at: null })
    const customText =
      'Hello from Midsommar! We look forward to seeing you. Please come ten minutes before your shift.'
    expect(await preview({ customText })).toMatchObject({ unasked_count: 1 })
    const { broadcast_id } = await send({ customText })
    const [mail] = await sentBy(broadcast_id)
    expect(mail?.subject).toBe('Can you help? Midsommar')
    expect(mail?.body_text).toContain('Hello Picked, can you help with this?')
    expect(mail?.body_text).toContain('Answer yes or no: ')
    expect(mail?.body_text).not.toMatch(/Reminder|look forward/)

    // The second message is a reminder.
    const [second] = await sentBy((await send({ customText })).broadcast_id)
    expect(second?.subject).toBe('Reminder: Midsommar')
    expect(second?.body_text).toContain('look forward')
  })

  test('to somebody who declined or waits says so, without a link', async () => {
    const shift = await shiftIn(48)
    await put('Declined', shift, { ...ASKED, status: 'DECLINED' })
    await buildWaiting(api.deps, { shift, person: await somebody('Waiting'), status: 'WAITING' })
    const { broadcast_id } = await send({ statuses: ['DECLINED', 'WAITING'], customText: 'We miss you.' })
    await makeDue(api.deps)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    const texts = mails.map(({ text }) => text).filter((text) => text.includes('We miss you.'))
    expect(texts).toHaveLength(2)
    expect(texts.join()).toContain('you have declined this shift')
    expect(texts.join()).toContain('you are on the waiting list')
    expect(texts.join()).not.toMatch(/\/c\/|Answer yes or no|See your shift/)
    expect(await progress(broadcast_id)).toMatchObject({ settled: 2, answers: { open: 0 } })
  })

  test('to somebody who took the declined shift again meanwhile is not sent', async () => {
    const shift = await shiftIn(48)
    const person = await put('Declined', shift, { ...ASKED, status: 'DECLINED' })
    const { broadcast_id } = await send({ statuses: ['DECLINED'] })
    await api.deps.db.system((tx) =>
      tx
        .update(schema.assignment)
        .set({ status: 'CONFIRMED' })
        .where(eq(schema.assignment.person_id, person.id)),
    )
    await makeDue(api.deps)
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(mails).toEqual([])
    expect(await progress(broadcast_id)).toMatchObject({ counts: { FAILED: 1 } })
  })

  test('names the meeting point and the note of the shift', async () => {
    const shift = await buildShift(api.deps, {
      role,
      start_dt: hoursAfter(NOW, 48),
      meeting_point: 'Blå containern',
      note: 'Ta med handskar.',
    })
    await put('Confirmed', shift, { status: 'CONFIRMED' })
    const [mail] = await sentBy((await send()).broadcast_id)
    expect(mail?.body_text).toContain('Meeting point: Blå containern')
    expect(mail?.body_text).toContain('Ta med handskar.')
  })
})

describe('a test', () => {
  test('is the preview of one recipient, to the account alone, and its links lead to the event', async () => {
    const shift = await shiftIn(48)
    await put('Ada', shift, { invite_sent_at: null })
    const bo = await put('Bo', shift, { invite_sent_at: null })
    const form = { communicationChannel: 'both', as_person_id: bo.id, customText: 'Bring boots.' }
    const [sample] = (await preview(form)).samples
    expect(sample?.first_name).toBe('Bo')
    await api.ok(broadcasts.testBroadcast, call(form))
    const { providers, mails, texts } = buildProviders()
    await deliverDue(api.deps, providers)
    expect(texts).toEqual([])
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ to: admin.email, subject: sample?.email?.subject })
    expect(neutral(mail?.text)).toBe(neutral(sample?.email?.text))
    expect(mail?.text).toContain(`/e/${event.id}`)
    expect(mail?.text).not.toContain('/c/')
    // The test message invites no volunteer.
    expect(await preview()).toMatchObject({ unasked_count: 2 })
  })

  test('without a recipient is refused', async () => {
    expect(await api.refused(broadcasts.testBroadcast, call())).toMatchObject({
      status: 409,
      code: 'no_recipient',
    })
  })

  test('of an event that does not exist is refused', async () => {
    const unknown = { ...call(), params: { eventId: newId() } }
    expect(await api.refused(broadcasts.testBroadcast, unknown)).toMatchObject({ code: 'event_not_found' })
  })

  test('is sent twenty times an hour', async () => {
    const { headers, organization_id } = await buildAdministrator(api)
    const of_event = await buildEvent(api.deps, { organization_id })
    const shift = await shiftIn(48, await buildRole(api.deps, { event: of_event }))
    await buildAssignment(api.deps, { shift, person: await buildPerson(api.deps, { organization_id }) })
    const test_call = { ...call(), headers, params: { eventId: of_event.id } }
    for (let sent = 0; sent < 20; sent++) await api.ok(broadcasts.testBroadcast, test_call)
    expect(await api.refused(broadcasts.testBroadcast, test_call)).toMatchObject({ status: 429 })
  })
})

describe('whom it did not reach', () => {
  test('gets it again at the corrected address, and is then named as such', async () => {
    const shift = await shiftIn(48)
    const ada = await put('Ada', shift)
    const { broadcast_id } = await send({ communicationChannel: 'sms' })
    expect((await progress(broadcast_id)).problems).toMatchObject([
      { person: { person_id: ada.id }, kind: 'no_contact_info', resent_by: null },
    ])
    await api.deps.db.system((tx) =>
      tx.update(schema.person).set({ phone: '+46701234567' }).where(eq(schema.person.id, ada.id)),
    )
    const again = { communicationChannel: 'sms', person_ids: [ada.id], resend_of: broadcast_id }
    const resent = await send(again)
    expect(resent.sentCount).toBe(1)
    expect((await progress(broadcast_id)).problems).toMatchObject([{ resent_by: resent.broadcast_id }])
    const listed = await api.ok(broadcasts.listBroadcasts, {
      headers: admin.headers,
      params: { eventId: event.id },
    })
    expect(listed.map(({ id }) => id)).toEqual([broadcast_id])

    await api.ok(broadcasts.undoBroadcast, { headers: admin.headers, params: { id: resent.broadcast_id } })
    expect((await progress(broadcast_id)).problems).toMatchObject([{ resent_by: null }])
  })

  test('a broadcast of another event is unknown', async () => {
    const { broadcast_id } = await send()
    const other = await buildEvent(api.deps, { organization_id: admin.organization_id })
    const unknown = { status: 404, code: 'broadcast_not_found' }
    const elsewhere = { ...call({ resend_of: broadcast_id }), params: { eventId: other.id } }
    expect(await api.refused(broadcasts.sendBroadcast, elsewhere)).toMatchObject(unknown)
    expect(await api.refused(broadcasts.sendBroadcast, call({ resend_of: newId() }))).toMatchObject(unknown)
  })
})

test('answers since then, by the invitations that its links opened', async () => {
  const shift = await shiftIn(48)
  const people = await Promise.all(['Ada', 'Bo', 'Cia', 'Dan'].map((name) => put(name, shift)))
  await put('Before', shift, { status: 'CONFIRMED' })
  const { broadcast_id } = await send()
  const [ada, bo, cia] = people
  await setStatus(ada?.id, 'CONFIRMED')
  await setStatus(bo?.id, 'CONFIRMED')
  await setStatus(cia?.id, 'DECLINED')
  expect((await progress(broadcast_id)).answers).toEqual({
    confirmed: 2,
    declined: 1,
    open: 1,
    open_person_ids: [people[3]?.id],
  })
})
