import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type RoleRow,
} from '../../test/planning.ts'
import { message, person as personTable, scheduledJob } from '../db/schema.ts'
import { signId } from '../signing/signed-id.ts'
import { enqueueShiftReminders } from './shift-reminders.ts'

/** A week before the shifts of most tests. */
const START = '2026-06-20T08:00:00.000Z'
const LONG_AGO = '2026-01-01T00:00:00.000Z'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(() => startAt(hoursAfter(START, -80)))
afterAll(() => api.close())

/** As if the first worker started then. */
async function startAt(now: string) {
  api.setNow(now)
  await api.deps.db.system((tx) => tx.delete(scheduledJob))
  await enqueueShiftReminders(api.deps)
}

type World = { role: RoleRow; person: PersonRow }

async function buildWorld(given: Parameters<typeof buildEvent>[1] = {}, contact = {}): Promise<World> {
  const event = await buildEvent(api.deps, { reminder_hours: 24, ...given })
  const { organization_id } = event
  return {
    role: await buildRole(api.deps, { event }),
    person: await buildPerson(api.deps, { organization_id, language: 'en', ...contact }),
  }
}

const assign = async ({ role, person }: World, start_dt = START, given: Partial<AssignmentRow> = {}) =>
  buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { role, start_dt }),
    person,
    status: 'CONFIRMED',
    responded_at: LONG_AGO,
    ...given,
  })

/** What has been enqueued for the person by then, in runs of an hour. */
async function remindUntil(instant: string, { id }: PersonRow) {
  for (let now = api.deps.now(); now < instant; ) {
    now = hoursAfter(now, 1) < instant ? hoursAfter(now, 1) : instant
    api.setNow(now)
    await Promise.all([enqueueShiftReminders(api.deps), enqueueShiftReminders(api.deps)])
  }
  const rows = await api.deps.db.system((tx) => tx.select().from(message).where(eq(message.person_id, id)))
  return rows.filter(({ template }) => template === 'shift_reminder')
}

const before = (hours: number, instant = START) => hoursAfter(instant, -hours)

test.each([24, 48, 72] as const)('%s hours before, and not a moment earlier', async (reminder_hours) => {
  const world = await buildWorld({ reminder_hours })
  await assign(world)
  const due = before(reminder_hours)
  expect(await remindUntil(new Date(Date.parse(due) - 1).toISOString(), world.person)).toEqual([])
  expect(await remindUntil(due, world.person)).toHaveLength(1)
})

test('one e-mail has all shifts of the day, with place, notes and a link each', async () => {
  const world = await buildWorld({ notes: 'Bring boots', location: 'Parken' })
  const first = await assign(world)
  const second = await assign(world, hoursAfter(START, 5))
  await assign(world, hoursAfter(START, 30))
  await remindUntil(before(24), world.person)
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const [mail, ...more] = mails.filter(({ to }) => to === world.person.email)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Your shifts: /)
  for (const { id, round } of [first, second])
    expect(mail?.text).toContain(`/c/${signId(api.deps.keys, { purpose: 'personal_link', id, round })}`)
  expect(mail?.text).toContain('Bring boots')
  expect(mail?.text).toContain('Parken')
  expect(await remindUntil(hoursAfter(START, 1), world.person)).toHaveLength(1)
  expect(await remindUntil(hoursAfter(START, 6), world.person)).toHaveLength(2)
})

test('the day is that of the event', async () => {
  // 23:30 and 00:30 in Tokyo, on one day in UTC.
  const world = await buildWorld({ time_zone: 'Asia/Tokyo' })
  await assign(world, '2026-06-20T14:30:00.000Z')
  await assign(world, '2026-06-20T15:30:00.000Z')
  expect(await remindUntil('2026-06-19T16:00:00.000Z', world.person)).toHaveLength(2)
})

test.each([
  ['invited', { status: 'INVITED' }],
  ['declined', { status: 'DECLINED' }],
  ['signed up after it was due', { responded_at: before(23) }],
] as const)('nobody who is %s', async (_name, given) => {
  const world = await buildWorld()
  await assign(world, START, given)
  expect(await remindUntil(before(1), world.person)).toEqual([])
})

test('nobody where the event has none, or who has switched them off', async () => {
  const without = await buildWorld({ reminder_hours: null })
  await assign(without)
  const off = await buildWorld()
  await assign(off)
  await api.deps.db.system((tx) =>
    tx.update(personTable).set({ gets_reminders: false }).where(eq(personTable.id, off.person.id)),
  )
  expect(await remindUntil(before(1), without.person)).toEqual([])
  expect(await remindUntil(before(1), off.person)).toEqual([])
})

test('nobody to whom something was sent within the last hour', async () => {
  const world = await buildWorld()
  const { organization_id, person_id } = await assign(world)
  await api.deps.db.system((tx) =>
    tx.insert(message).values({
      organization_id,
      id: crypto.randomUUID(),
      person_id,
      channel: 'EMAIL',
      template: 'shift_changed',
      facts: {},
      language: 'en',
      address: world.person.email,
      status: 'SENT',
      created_at: before(24.5),
    }),
  )
  expect(await remindUntil(before(1), world.person)).toEqual([])
})

test('what was due while no worker ran is sent then, unless the shift has begun', async () => {
  const world = await buildWorld()
  const late = await buildWorld()
  await assign(world)
  await assign(late, hoursAfter(START, -6))
  api.setNow(before(5))
  await enqueueShiftReminders(api.deps)
  expect(await remindUntil(before(5), world.person)).toHaveLength(1)
  expect(await remindUntil(before(5), late.person)).toEqual([])
})

test.each([
  ['forward', '2026-03-29T08:00:00.000Z'],
  ['back', '2026-10-25T08:00:00.000Z'],
])('the night in which the clocks go %s: once, 24 hours before', async (_name, start_dt) => {
  await startAt(hoursAfter(start_dt, -30))
  const world = await buildWorld()
  await assign(world, start_dt)
  expect(
    await remindUntil(new Date(Date.parse(before(24, start_dt)) - 1).toISOString(), world.person),
  ).toEqual([])
  expect(await remindUntil(before(0, start_dt), world.person)).toHaveLength(1)
})

test('a run ends although the clock goes on', async () => {
  let ms = Date.parse(api.deps.now())
  const now = () => new Date((ms += 1_000)).toISOString()
  expect(await enqueueShiftReminders({ ...api.deps, now })).toBe(0)
  expect(await enqueueShiftReminders({ ...api.deps, now })).toBe(0)
})

test('negative control: with the mark set back and without the index it would be sent again', async () => {
  const world = await buildWorld()
  await assign(world)
  expect(await remindUntil(before(23), world.person)).toHaveLength(1)
  const again = async () => {
    await startAt(before(25))
    return remindUntil(before(23), world.person)
  }
  expect(await again()).toHaveLength(1)
  await api.deps.db.pool.query('begin read write; drop index message_shift_reminder_once_a_day; commit')
  expect(await again()).toHaveLength(2)
})
