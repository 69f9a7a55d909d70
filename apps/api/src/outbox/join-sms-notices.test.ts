import { assignments } from '@muster/contract/assignments'
import { shifts } from '@muster/contract/shifts'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type RoleRow,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'

/* D65: notices by SMS within an hour are joined, never dropped. */

let api: TestApp
let admin: Administrator
let role: RoleRow
let person: Awaited<ReturnType<typeof buildPerson>>
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  await api.deps.db.system((tx) => tx.delete(schema.message))
  admin = await buildAdministrator(api)
  const event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
  person = await buildPerson(api.deps, { organization_id: admin.organization_id, phone: '+46701234567' })
})
afterAll(() => api.close())

/** Invites the person by SMS to a shift, so that notices about it go by SMS (D21). */
async function inviteBySms(hours: number) {
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours) })
  const { id } = await buildAssignment(api.deps, { shift, person })
  const { headers } = admin
  await api.ok(assignments.sendInvite, { params: { id }, headers, body: { method: 'SMS' } })
  await deliver()
  return shift
}

async function deliver() {
  const { providers, texts } = buildProviders()
  await deliverDue(api.deps, providers)
  return texts.map(({ text }) => text)
}

const move = ({ id, start_dt, end_dt }: { id: string; start_dt: string; end_dt: string }, hours: number) =>
  api.ok(shifts.updateShift, {
    params: { id },
    headers: admin.headers,
    body: { start_dt: hoursAfter(start_dt, hours), end_dt: hoursAfter(end_dt, hours) },
  })

const letAnHourPass = () =>
  api.deps.db.system((tx) =>
    tx.execute(
      sql`update message set due_at = due_at - interval '1 hour', sent_at = sent_at - interval '1 hour'`,
    ),
  )

const listNotices = () =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.message)
      .where(sql`template in ('shift_changed', 'shift_cancelled')`)
      .orderBy(asc(schema.message.due_at)),
  )

test('of 30 changes in a minute the first is told at once, the others in one SMS an hour later', async () => {
  const shift = await inviteBySms(72)
  await move(shift, 1)
  expect(await deliver()).toHaveLength(1)
  for (let hours = 2; hours <= 30; hours++) await move(shift, hours)
  expect(await deliver()).toEqual([])
  expect(await listNotices()).toHaveLength(2)
  await letAnHourPass()
  expect(await deliver()).toHaveLength(1)
  const [, last] = await listNotices()
  // It says what the person was told last, and what is true now.
  expect(last?.payload).toMatchObject({
    shifts: [
      {
        was: { start_dt: hoursAfter(shift.start_dt, 1) },
        entry: { start_dt: hoursAfter(shift.start_dt, 30) },
      },
    ],
  })
})

test('other shifts are joined, and one that is cancelled is told in an SMS of its own', async () => {
  const [one, two, three] = [await inviteBySms(72), await inviteBySms(96), await inviteBySms(120)]
  await move(one, 1)
  await deliver()
  await move(two, 1)
  await move(three, 1)
  await api.ok(shifts.deleteShift, { params: { id: two.id }, headers: admin.headers })
  expect(await deliver()).toEqual([])
  await letAnHourPass()
  await letAnHourPass()
  expect(await deliver()).toHaveLength(2)
})

describe('negative control', () => {
  test('a shift that begins within three hours is told at once', async () => {
    const shift = await inviteBySms(72)
    await move(shift, 1)
    await deliver()
    await move(shift, -70)
    expect(await deliver()).toHaveLength(1)
  })

  test('after an hour a change is told at once', async () => {
    const shift = await inviteBySms(72)
    await move(shift, 1)
    await deliver()
    await letAnHourPass()
    await move(shift, 2)
    expect(await deliver()).toHaveLength(1)
  })
})
