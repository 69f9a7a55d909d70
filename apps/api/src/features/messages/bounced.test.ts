import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { recordReceipts } from '../../outbox/receipts.ts'

/* An organiser sees beside a name that mail does not arrive. */

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

async function buildOnShift() {
  const { organization_id } = admin
  const event = await buildEvent(api.deps, { organization_id })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role })
  const person = await buildPerson(api.deps, { organization_id, email: `Åsa.${newId()}@Volunteer.example` })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  const id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id,
      id,
      person_id: person.id,
      channel: 'EMAIL',
      address: person.email,
      template: 'confirmation',
      payload: {},
      language: 'en',
      status: 'SENT',
      sent_at: api.deps.now(),
    }),
  )
  const bounce = () =>
    recordReceipts(api.deps, [
      {
        provider: 'sendgrid',
        provider_event_id: newId(),
        organization_id,
        id,
        event: 'undelivered',
        suppress: 'hard_bounce',
      },
    ])
  return { event, shift, person, bounce }
}

const personOn = async (event_id: string, headers = admin.headers) => {
  const listed = await api.ok(shifts.listShifts, { headers, query: { event_id } })
  return listed.shifts[0]?.assignment[0]?.person
}

test('beside the name on the shift and on the person’s page, until the address is another', async () => {
  const { event, shift, person, bounce } = await buildOnShift()
  const read = () => api.ok(people.getPerson, { headers: admin.headers, params: { id: person.id } })
  expect(await personOn(event.id)).not.toHaveProperty('email_bounced')
  expect(await read()).toMatchObject({ email_bounced: false })

  const heard: unknown[] = []
  const unsubscribe = api.deps.bus.subscribe((announcement) => heard.push(announcement))
  await bounce()
  unsubscribe()
  expect(heard).toContainEqual({
    kind: 'shifts',
    organization_id: admin.organization_id,
    event_id: event.id,
    shift_ids: [shift.id],
  })
  expect(await personOn(event.id)).toMatchObject({ email_bounced: true })
  expect(await read()).toMatchObject({ email_bounced: true })

  const body = { email: `right-${newId()}@volunteer.example` }
  await api.ok(people.updatePerson, { headers: admin.headers, params: { id: person.id }, body })
  expect(await personOn(event.id)).not.toHaveProperty('email_bounced')
  expect(await read()).toMatchObject({ email_bounced: false })
})

test('members who see no contacts, other organisations and the public do not learn of it', async () => {
  const { event, bounce } = await buildOnShift()
  await bounce()
  const viewer = await buildMember(api, { organization_id: admin.organization_id, role: 'viewer' })
  expect(await personOn(event.id, viewer.headers)).not.toHaveProperty('email_bounced')
  const open = await api.inject({ url: `/events/${event.id}/public` })
  expect(open.body).not.toContain('bounced')
})
