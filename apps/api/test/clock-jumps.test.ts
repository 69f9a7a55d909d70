import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message, shift } from '../src/db/schema.ts'
import { enqueueShiftReminders } from '../src/outbox/shift-reminders.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { buildProviders, deliverDue } from './outbox.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift, hoursAfter } from './planning.ts'
import { buildAccount, openBrowser } from './sessions.ts'

/* The clock of a server or worker jumps, that of the database does not. infra/chaos/run-clock-jumps.ts moves the
 * clocks of processes. */

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

/** Consecutive errors of the clock, in hours. */
const JUMPS = [0, 1, 0, -1, 0, 24, 0, -24, 0, 24, -24, 1, -1]

const DAY = '2026-06-20T08:00:00.000Z'

test.each([
  ['on any day', DAY],
  ['in the night in which the clocks go forward', '2026-03-29T00:30:00.000Z'],
  ['in the night in which the clocks go back', '2026-10-25T00:30:00.000Z'],
])('a worker whose clock jumps %s reminds everybody once', async (_when, start) => {
  const { addresses, reminded, statuses } = await remindInJumps(start)
  expect(reminded).toEqual(addresses)
  expect(statuses).toEqual(new Set(['SENT']))
})

test.each([1, -1, 24, -24])(
  'a session survives a clock that is off by %d hours for a while',
  async (hours) => {
    const now = '2026-06-01T12:00:00.000Z'
    const account = await buildAccount(api)
    api.setNow(now)
    const before = openBrowser(api)
    await before.login(account)
    api.setNow(hoursAfter(now, hours))
    const meanwhile = openBrowser(api)
    await meanwhile.login(account)
    expect(await before.refresh()).toMatchObject({ status: 200 })
    api.setNow(hoursAfter(now, 0.25))
    for (const browser of [before, meanwhile]) expect(await browser.refresh()).toMatchObject({ status: 200 })
  },
)

// Must be last, because it drops the index.
test('negative control: due again and without the unique index, a worker whose clock jumps reminds twice', async () => {
  await api.deps.db.pool.query('begin read write; drop index message_shift_reminder_once_a_day; commit')
  const { addresses, reminded } = await remindInJumps(DAY, { due_again_at: 50 })
  expect(reminded.length).toBeGreaterThan(addresses.length)
})

/** Plans shifts over a day around the start, with one person each. `due_again_at`: hour in which all become due again. */
async function remindInJumps(start: string, { due_again_at }: { due_again_at?: number } = {}) {
  const begin = hoursAfter(start, -48)
  api.setNow(begin)
  const event = await buildEvent(api.deps, { reminder_hours: 24, time_zone: 'Europe/Stockholm' })
  const role = await buildRole(api.deps, { event })
  const { organization_id } = event
  const addresses: string[] = []
  for (let hour = -12; hour < 12; hour += 2) {
    const person = await buildPerson(api.deps, { organization_id })
    await buildAssignment(api.deps, {
      shift: await buildShift(api.deps, { role, start_dt: hoursAfter(start, hour) }),
      person,
      status: 'CONFIRMED',
      responded_at: hoursAfter(start, -1_000),
    })
    addresses.push(person.email)
  }

  const { providers, mails } = buildProviders()
  for (let hour = 0; hour <= 60; hour++) {
    api.setNow(hoursAfter(begin, hour + (JUMPS[hour % JUMPS.length] ?? 0)))
    if (hour === due_again_at) {
      await api.deps.db.system((tx) => tx.update(shift).set({ reminder_due_at: begin }))
    }
    await Promise.all([enqueueShiftReminders(api.deps), enqueueShiftReminders(api.deps)])
    await deliverDue(api.deps, providers)
  }
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(message).where(eq(message.organization_id, organization_id)),
  )
  return {
    addresses: addresses.toSorted(),
    reminded: mails
      .map(({ to }) => to)
      .filter((to) => addresses.includes(to))
      .toSorted(),
    statuses: new Set(rows.map(({ status }) => status)),
  }
}
