import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRequest,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const { exportPerson, listPeople } = people
const exported = (id: string) => api.ok(exportPerson, { headers: admin.headers, params: { id } })

test('everything about somebody who signed up: details, shifts, accepted terms, messages, opt-outs', async () => {
  const { headers, organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id, location: 'Brunnsparken' })
  const role = await buildRole(api.deps, { event })
  const visitor = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: `Asa-${newId()}@volunteer.example`,
    phone: '+46701740605',
  }
  const taken = await buildShift(api.deps, { role })
  const note = 'I come straight from work.'
  await api.ok(signup.signUp, { params: { shiftId: taken.id }, body: { ...visitor, note } })
  await deliverDue(api.deps, buildProviders().providers)
  const listed = (await api.ok(listPeople, { headers })).find(({ email }) => email === visitor.email)
  if (!listed) throw new Error('the visitor is no person')
  const { has_unread: _unread, ...person } = listed
  const earlier = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), -50) })
  const row = { ...(await buildPerson(api.deps, { organization_id })), id: person.id }
  await buildAssignment(api.deps, {
    shift: earlier,
    person: row,
    status: 'ABSENT',
    other_phone: '+46701740606',
  })
  await api.deps.db.system((tx) =>
    tx.insert(schema.suppression).values({
      organization_id,
      channel: 'EMAIL',
      address: visitor.email.toLowerCase(),
      reason: 'unsubscribe',
    }),
  )

  const full = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), 80) })
  await buildWaiting(api.deps, { shift: full, person: row, other_phone: '+46701740607' })
  await buildRequest(api.deps, { shift: full, ...visitor, note: 'With my dog.' })

  const { version: _version, ...details } = person
  expect(await exported(person.id)).toEqual({
    exported_at: expect.any(String),
    organization: { id: organization_id, name: 'Åhusfestivalen' },
    person: { ...details, created_at: expect.any(String) },
    shifts: [
      expect.objectContaining({ start_dt: earlier.start_dt, status: 'ABSENT', other_phone: '+46701740606' }),
      {
        event: { name: event.name, location: 'Brunnsparken', time_zone: 'Europe/Stockholm' },
        role: { name: role.name },
        start_dt: taken.start_dt,
        end_dt: taken.end_dt,
        status: 'CONFIRMED',
        source: 'signup',
        invite_sent_at: null,
        invite_method: null,
        responded_at: expect.any(String),
        other_phone: null,
        note,
        is_minor: false,
        cancelled_at: null,
        cancel_reason: null,
        freed_unanswered: false,
        disowned: null,
        handed_over: false,
        terms_version: '1.3',
        terms_accepted_at: expect.any(String),
        created_at: expect.any(String),
      },
    ],
    waiting: [
      {
        event: { name: event.name, location: 'Brunnsparken', time_zone: 'Europe/Stockholm' },
        role: { name: role.name },
        start_dt: full.start_dt,
        end_dt: full.end_dt,
        status: 'WAITING',
        queued_at: expect.any(String),
        offer_expires_at: null,
        other_phone: '+46701740607',
        terms_version: '1.3',
        terms_accepted_at: expect.any(String),
        created_at: expect.any(String),
      },
    ],
    answers: [],
    requests: [
      {
        event: { name: event.name, location: 'Brunnsparken', time_zone: 'Europe/Stockholm' },
        role: { name: role.name },
        start_dt: full.start_dt,
        end_dt: full.end_dt,
        phone: visitor.phone,
        note: 'With my dog.',
        is_minor: false,
        answers: [],
        terms_version: '1.3',
        created_at: expect.any(String),
      },
    ],
    email_changes: [],
    messages: [
      expect.objectContaining({
        direction: 'OUTBOUND',
        channel: 'EMAIL',
        address: visitor.email,
        status: 'SENT',
        subject: expect.stringContaining(role.name),
        body_text: expect.stringContaining('Åsa'),
      }),
    ],
    opt_outs: [
      {
        channel: 'EMAIL',
        address: visitor.email.toLowerCase(),
        reason: 'unsubscribe',
        created_at: expect.any(String),
      },
    ],
  })
})

test('a text that is not written yet is written; what others have stays out', async () => {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const visitor = {
    first_name: 'Bo',
    last_name: 'Ek',
    email: `${newId()}@volunteer.example`,
    phone: '+46701740605',
  }
  await api.ok(signup.signUp, { params: { shiftId: shift.id }, body: visitor })
  await buildAssignment(api.deps, { shift })
  const listed = await api.ok(listPeople, { headers: admin.headers })
  const { shifts, messages } = await exported(listed.find(({ email }) => email === visitor.email)?.id ?? '')
  expect(shifts).toHaveLength(1)
  expect(messages).toMatchObject([{ status: 'QUEUED', body_text: expect.stringContaining('Bo') }])
})

test.each([
  ['of another organisation', async () => (await buildPerson(api.deps)).id],
  ['unknown', async () => newId()],
  ['malformed', async () => 'nobody'],
])('a person who is %s: 404', async (_name, idOf) => {
  const refused = await api.refused(exportPerson, { headers: admin.headers, params: { id: await idOf() } })
  expect(refused).toMatchObject({ status: 404 })
})

test('is in the log, with the id and nothing else (A1)', async () => {
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const unknown = newId()
  await api.refused(exportPerson, { headers: admin.headers, params: { id: unknown } })
  await exported(person.id)
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.auditLog))
  const ours = rows.filter(({ subjects }) =>
    [unknown, person.id].some((id) => subjects.person_ids?.includes(id)),
  )
  expect(ours).toEqual([
    expect.objectContaining({
      actor_id: admin.user_id,
      action: 'person.exported',
      subjects: { person_ids: [person.id] },
      fields: [],
    }),
  ])
})
