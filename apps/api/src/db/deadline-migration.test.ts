import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { readMigrationUpdates } from '../../test/migration-updates.ts'
import { buildAssignment, buildPerson, buildShift, hoursAfter } from '../../test/planning.ts'
import * as schema from './schema.ts'

/* D18: deadlines that were stored before the uncapped one existed. A move of the shift may have lowered them. */

const SENT = '2026-05-01T12:00:00.000Z'
const days = (number: number) => hoursAfter(SENT, number * 24)

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test.each([
  { told: 'seven days', starts: days(30), stored: days(7), uncapped: days(7), in_force: days(7) },
  { told: 'extended', starts: days(30), stored: days(14), uncapped: days(14), in_force: days(14) },
  {
    told: 'lowered by an earlier date',
    starts: days(30),
    stored: days(2),
    uncapped: days(7),
    in_force: days(7),
  },
  { told: 'capped by the start', starts: days(3), stored: days(3), uncapped: days(7), in_force: days(3) },
  {
    told: 'made after the start',
    starts: hoursAfter(SENT, -1),
    stored: hoursAfter(SENT, 1),
    uncapped: days(7),
    in_force: hoursAfter(SENT, 1),
  },
])('$told', async ({ starts, stored, uncapped, in_force }) => {
  const shift = await buildShift(api.deps, { start_dt: starts, end_dt: hoursAfter(starts, 2) })
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  const { id } = await buildAssignment(api.deps, {
    shift,
    person,
    invite_sent_at: SENT,
    token_expires_at: stored,
  })
  const [migrated] = await api.deps.db.system(async (tx) => {
    for (const update of await readMigrationUpdates('answer_deadlines')) await tx.execute(sql.raw(update))
    return tx.select().from(schema.assignment).where(eq(schema.assignment.id, id))
  })
  expect(migrated).toMatchObject({
    expiry_set_at: SENT,
    uncapped_expires_at: uncapped,
    token_expires_at: in_force,
  })
})
