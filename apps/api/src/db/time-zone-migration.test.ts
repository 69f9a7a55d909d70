import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { readMigrationUpdates } from '../../test/migration-updates.ts'
import { buildEvent } from '../../test/planning.ts'
import * as schema from './schema.ts'

/* D25: names of zones that older versions stored, and the database does not list. */

const SHORT_NAMES =
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'
const INSTANTS = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function migrate(time_zone: string) {
  const event = await buildEvent(api.deps, { time_zone })
  return api.deps.db.system(async (tx) => {
    await tx
      .update(schema.organization)
      .set({ time_zone })
      .where(eq(schema.organization.id, event.organization_id))
    for (const update of await readMigrationUpdates('known_time_zones')) await tx.execute(sql.raw(update))
    const [migrated] = await tx
      .select({ event: schema.event.time_zone, organization: schema.organization.time_zone })
      .from(schema.event)
      .innerJoin(schema.organization, eq(schema.organization.id, schema.event.organization_id))
      .where(eq(schema.event.id, event.id))
    return migrated
  })
}

test.each([...SHORT_NAMES.split(' '), 'aet', 'europe/stockholm'])(
  '%s becomes a zone that the database knows, and the hours stay',
  async (time_zone) => {
    const { event: zone = '', organization } = (await migrate(time_zone)) ?? {}
    expect(zone).not.toBe(time_zone)
    expect(organization).toBe(zone)
    for (const instant of INSTANTS) {
      const format = (timeZone: string) => new Date(instant).toLocaleString('sv-SE', { timeZone })
      const { rows } = await api.deps.db.system((tx) =>
        tx.execute(
          sql`select to_char(${instant}::timestamptz at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as local`,
        ),
      )
      expect(rows).toEqual([{ local: format(time_zone) }])
    }
  },
)

test('a name that nobody knows becomes UTC', async () => {
  expect(await migrate('SystemV/AST4')).toEqual({ event: 'UTC', organization: 'UTC' })
})

test.each(['Europe/Stockholm', 'UTC', 'America/Argentina/Buenos_Aires'])('%s stays', async (time_zone) => {
  expect(await migrate(time_zone)).toEqual({ event: time_zone, organization: time_zone })
})
