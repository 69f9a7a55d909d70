import { personalPage } from '@muster/contract/personal-page'
import { shifts as shiftCalls } from '@muster/contract/shifts'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
} from '../../../test/planning.ts'
import { explain, findWaste, recordStatements } from '../../../test/recorded-statements.ts'
import { message } from '../../db/schema.ts'
import { releaseUnanswered } from '../../features/assignments/release-unanswered.ts'
import { changeEvent } from '../../features/events/save-event.ts'
import { signId } from '../../signing/signed-id.ts'

const NOW = '2026-06-01T08:00:00.000Z'
const SHIFTS = 60
const TABLES = ['assignment', 'event', 'message', 'organization', 'person', 'shift']

let api: TestApp
let database: Client
let admin: Administrator
let event_id: string
let assignments: AssignmentRow[]
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  database = new Client({ connectionString: String(api.deps.db.pool.options.connectionString) })
  await database.connect()
  await database.query('set enable_seqscan = off; set enable_mergejoin = off')
  // Autovacuum would analyze the tables at any moment.
  for (const table of TABLES) await database.query(`alter table ${table} set (autovacuum_enabled = false)`)
  admin = await buildAdministrator(api)
  ;({ event_id, assignments } = await askTwice(admin))
})
afterAll(async () => {
  await database.end()
  await api.close()
})

/** Asks one person twice about all shifts of an event, two days ago. */
async function askTwice({ organization_id }: Administrator) {
  const event = await buildEvent(api.deps, { organization_id, free_unanswered: true })
  const role = await buildRole(api.deps, { event })
  const person = await buildPerson(api.deps, { organization_id })
  const built = []
  for (let n = 0; n < SHIFTS; n++) {
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 24 * 10 + 3 * n) })
    built.push(await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' }))
  }
  for (const days of [1, 2]) {
    const given = { id: event.id, notify: true }
    await changeEvent(api.deps, mint(organization_id), given, {
      event_date_start: hoursAfter(event.event_date_start, 24 * days),
      event_date_end: hoursAfter(event.event_date_end, 24 * days),
      move_shifts: true,
    })
    await deliverDue(api.deps, buildProviders().providers)
  }
  await api.deps.db.system((tx) =>
    tx
      .update(message)
      .set({ sent_at: sql`sent_at - interval '48 hours'` })
      .where(eq(message.person_id, person.id)),
  )
  return { event_id: event.id, assignments: built }
}

async function listWaste(work: () => Promise<unknown>): Promise<string[]> {
  const about = (await recordStatements(work)).filter(({ text }) => text.includes('confirm_by'))
  expect(about).not.toEqual([])
  const wasted = []
  for (const statement of about)
    wasted.push(...findWaste(await explain(database, statement, 'force_generic_plan')))
  return wasted
}

const listShifts = () => api.ok(shiftCalls.listShifts, { headers: admin.headers, query: { event_id } })

describe.each(['without', 'with'])('%s statistics', (given) => {
  beforeAll(async () => {
    if (given === 'with') await database.query('analyze')
  })

  test('the page of a person reads the e-mails that asked once, not once for each shift', async () => {
    const [{ id, round } = { id: '', round: 0 }] = assignments
    const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
    const page = () => api.ok(personalPage.getAssignment, { params: { token } })
    const { confirm_by, other_shifts } = await page()
    expect([confirm_by, ...other_shifts.map((other) => other.confirm_by)]).toEqual(
      Array(SHIFTS).fill(hoursAfter(NOW, 48)),
    )
    expect(await listWaste(page)).toEqual([])
  })

  test('nor does the list of the organiser', async () => {
    const { shifts } = await listShifts()
    expect(shifts.map(({ assignment }) => assignment?.[0]?.confirm_by)).toEqual(
      Array(SHIFTS).fill(hoursAfter(NOW, 48)),
    )
    expect(await listWaste(listShifts)).toEqual([])
  })

  test('nor what frees places', async () => {
    api.setNow(hoursAfter(NOW, 48))
    expect(await listWaste(() => releaseUnanswered(api.deps, AbortSignal.abort()))).toEqual([])
    api.setNow(NOW)
  })
})

test('all places are freed', async () => {
  api.setNow(hoursAfter(NOW, 48))
  expect(await releaseUnanswered(api.deps)).toBe(SHIFTS)
})
