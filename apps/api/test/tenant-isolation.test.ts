import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import type { AppRoute } from '@ts-rest/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrgTx, Tx } from '../src/db/client.ts'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { TENANT_TABLES } from './organization-rows.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRequest,
  buildRole,
  buildShift,
  buildWaiting,
  mint,
} from './planning.ts'

const CHANGES = TENANT_TABLES.flatMap((table) => [
  `update ${table} set organization_id = organization_id`,
  `delete from ${table}`,
])
const REFUSED = CHANGES.filter((change) => /audit_log|update ended_thread/.test(change))
const ALLOWED = CHANGES.filter((change) => !REFUSED.includes(change))

let api: TestApp
let ours: Filled
let theirs: Filled
beforeAll(async () => {
  api = await buildTestApp()
  ours = await fillOrganization('ours')
  theirs = await fillOrganization('theirs')
})
afterAll(() => api.close())

type Filled = Awaited<ReturnType<typeof fillOrganization>>

/** Inserts a row in every tenant table, with the canary in every text column. */
async function fillOrganization(canary: string) {
  const admin: Administrator = await buildAdministrator(api, { name: canary })
  const { organization_id } = admin
  const text = { description: canary, notes: canary }
  const event = await buildEvent(api.deps, { organization_id, name: canary, location: canary, ...text })
  const role = await buildRole(api.deps, { event, name: canary, description: canary })
  const shift = await buildShift(api.deps, { role })
  const person = await buildPerson(api.deps, {
    organization_id,
    first_name: canary,
    last_name: canary,
    email: `${canary}@volunteer.example`,
    child_team: canary,
    notes: canary,
  })
  const assignment = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  await buildWaiting(api.deps, { shift, person })
  await buildRequest(api.deps, { shift, first_name: canary, note: canary })
  const ids = { organization_id, event_id: event.id, role_id: role.id, person_id: person.id }
  await api.deps.db.system((tx) => fillTheRest(tx, { ...ids, user_id: admin.user_id, canary }))
  return { admin, event, role, shift, person, assignment }
}

async function fillTheRest(
  tx: Tx,
  {
    canary,
    organization_id,
    event_id,
    role_id,
    person_id,
    user_id,
  }: Record<'canary' | 'organization_id' | 'event_id' | 'role_id' | 'person_id' | 'user_id', string>,
) {
  const at = api.deps.now()
  const email = `${canary}@volunteer.example`
  await tx
    .insert(schema.idempotencyKey)
    .values({ organization_id, scope_id: newId(), key: canary, body_hash: canary, answer: { canary } })
  await tx.insert(schema.message).values({
    organization_id,
    id: newId(),
    channel: 'EMAIL',
    body_text: canary,
    template: 'none',
    payload: {},
    language: 'en',
    address: email,
    status: 'SENT',
  })
  await tx
    .insert(schema.openingMail)
    .values({ organization_id, id: newId(), event_id, email, language: 'en' })
  await tx.insert(schema.answer).values({
    organization_id,
    id: newId(),
    event_id,
    person_id,
    question_id: newId(),
    kind: 'text',
    label: canary,
    delete_after_event: false,
    value: canary,
    created_at: api.deps.now(),
  })
  await tx.insert(schema.broadcast).values({
    organization_id,
    id: newId(),
    event_id,
    message_type: 'custom',
    total_count: 0,
    sent_count: 0,
    created_by: newId(),
  })
  await tx
    .insert(schema.batch)
    .values({ organization_id, id: newId(), event_ids: [event_id], before: { canary } })
  const merge_id = newId()
  await tx.insert(schema.merge).values({
    organization_id,
    id: merge_id,
    person_id,
    kept_id: person_id,
    merged_id: newId(),
    before: { canary },
    merged_at: '2026-07-04T10:00:00.000Z',
  })
  await tx
    .insert(schema.mergedLink)
    .values({ organization_id, id: newId(), merge_id, leads_to: person_id, round: 1, leads_to_round: 1 })
  await tx.insert(schema.toldApart).values({ organization_id, one_id: person_id, other_id: person_id })
  await tx.insert(schema.deletion).values({ organization_id, id: newId(), kind: 'shift' })
  const tag_id = newId()
  await tx.insert(schema.tag).values({ organization_id, id: tag_id, name: canary, name_key: canary })
  await tx.insert(schema.personTag).values({ organization_id, person_id, tag_id })
  const import_id = newId()
  await tx.insert(schema.personImport).values({ organization_id, id: import_id, tag_ids: [] })
  await tx.insert(schema.importedPerson).values({ organization_id, import_id, person_id, version: 1 })
  await tx
    .insert(schema.organizationLogo)
    .values({ organization_id, type: 'image/png', bytes: Buffer.from(canary) })
  await tx.insert(schema.savedText).values({ organization_id, id: newId(), title: canary, text: canary })
  await tx.insert(schema.dailyCap).values({ organization_id, channel: canary, day: '2026-07-04' })
  await tx
    .insert(schema.suppression)
    .values({ organization_id, channel: 'EMAIL', address: canary, reason: canary })
  await tx.insert(schema.emailChange).values({
    organization_id,
    id: newId(),
    person_id,
    former_email: email,
    new_email: `new.${email}`,
    expires_at: at,
  })
  await tx.insert(schema.memberLead).values({ organization_id, user_id, role_id })
  await tx.insert(schema.memberInvitation).values({
    organization_id,
    id: newId(),
    email,
    role: 'viewer',
    language: 'en',
    invited_by: user_id,
    sent_at: at,
    expires_at: at,
  })
  await tx.insert(schema.auditLog).values({
    organization_id,
    id: newId(),
    at,
    actor_kind: 'account',
    actor_id: user_id,
    action: 'event.changed',
    subjects: { event_id },
    fields: [canary],
  })
  await tx.insert(schema.apiKey).values({
    organization_id,
    id: newId(),
    name: canary,
    hash: canary,
    start: 'mk_',
    rights: ['read'],
    created_by: user_id,
  })
  await tx
    .insert(schema.smsThread)
    .values({ organization_id, id: newId(), phone: '+46701234567', number: canary, conversation_sid: canary })
  await tx.insert(schema.endedThread).values({ organization_id, conversation_sid: canary })
}

const asOurs = <T>(work: (tx: OrgTx) => Promise<T>) =>
  api.deps.db.transaction(mint(ours.admin.organization_id), work)
const all = (table: string) => sql`select * from ${sql.identifier(table)}`
const owners = (rows: Record<string, unknown>[]) => new Set(rows.map((row) => row['organization_id']))

describe('with all scoping removed from the code', () => {
  test.each(TENANT_TABLES)('a plain select of %s has our rows only', async (table) => {
    const { rows } = await asOurs((tx) => tx.execute(all(table)))
    expect(owners(rows)).toEqual(new Set([ours.admin.organization_id]))
    expect(JSON.stringify(rows)).not.toContain('theirs')
  })

  test.each(TENANT_TABLES)('without the policy a plain select of %s would show both', async (table) => {
    const { rows } = await api.deps.db.system((tx) => tx.execute(all(table)))
    expect(owners(rows)).toEqual(new Set([ours.admin.organization_id, theirs.admin.organization_id]))
  })

  test('a plain select shows one organisation', async () => {
    const { rows } = await asOurs((tx) => tx.execute(all('organization')))
    expect(rows.map(({ name }) => name)).toEqual(['ours'])
  })

  test.each(ALLOWED)('a plain "%s" changes our rows only', async (change) => {
    expect(await tryChange(asOurs, change)).toEqual(new Set([ours.admin.organization_id]))
  })

  test.each(ALLOWED)('without the policy a plain "%s" would change both', async (change) => {
    expect(await tryChange((work) => api.deps.db.system(work), change)).toEqual(
      new Set([ours.admin.organization_id, theirs.admin.organization_id]),
    )
  })

  test.each(REFUSED)('a tenant may not "%s"', async (change) => {
    await expect(tryChange(asOurs, change)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('permission denied') },
    })
  })

  test('a row cannot be put into another organisation', async () => {
    const { organization_id } = theirs.admin
    const row = {
      organization_id,
      id: newId(),
      first_name: 'a',
      last_name: 'b',
      email: 'c',
      identity_key: 'd',
    }
    await expect(asOurs((tx) => tx.insert(schema.person).values(row))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('row-level security') },
    })
    await expect(asOurs((tx) => tx.update(schema.person).set({ organization_id }))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('row-level security') },
    })
  })

  test.each(['app_user', 'session', 'refresh_token', 'one_time_token', 'account_message'])(
    'a tenant cannot read %s',
    async (table) => {
      await expect(asOurs((tx) => tx.execute(all(table)))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('permission denied') },
      })
    },
  )

  test('the scope ends with its transaction', async () => {
    await asOurs((tx) => tx.execute(sql`select 1`))
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute(sql`select current_setting('app.organization_id', true) as scope`),
    )
    expect(rows[0]?.['scope'] ?? '').toBe('')
  })
})

/** Returns whose rows the change concerns, and rolls it back. */
async function tryChange(
  begin: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  change: string,
): Promise<Set<unknown>> {
  const undone = new Error('undone')
  let changed: Record<string, unknown>[] = []
  const done = begin(async (tx) => {
    const { rows } = await tx.execute(sql.raw(`${change} returning organization_id`))
    changed = rows
    throw undone
  })
  await done.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return owners(changed)
}

async function readTheirs(table: string) {
  const { rows } = await api.deps.db.system((tx) => tx.execute(all(table)))
  return rows.filter((row) => row['organization_id'] === theirs.admin.organization_id)
}

const window = () => ({ start_dt: theirs.shift.start_dt, end_dt: theirs.shift.end_dt, required_qty: 1 })

describe('through the API', () => {
  const attempts: [name: string, AppRoute, () => { params: Record<string, string>; body?: unknown }][] = [
    ['read an event', events.getEvent, () => ({ params: { id: theirs.event.id } })],
    ['change an event', events.updateEvent, () => ({ params: { id: theirs.event.id }, body: { name: 'x' } })],
    ['delete an event', events.deleteEvent, () => ({ params: { id: theirs.event.id } })],
    ['read roles', events.listRoles, () => ({ params: { id: theirs.event.id } })],
    ['add a role', events.createRole, () => ({ params: { id: theirs.event.id }, body: { name: 'x' } })],
    [
      'change a role',
      events.updateRole,
      () => ({ params: { id: theirs.event.id, roleId: theirs.role.id }, body: { name: 'x' } }),
    ],
    [
      'change a role under our event',
      events.updateRole,
      () => ({ params: { id: ours.event.id, roleId: theirs.role.id }, body: { name: 'x' } }),
    ],
    ['delete a role', events.deleteRole, () => ({ params: { id: theirs.event.id, roleId: theirs.role.id } })],
    ['go to an event', events.setLastEvent, () => ({ params: {}, body: { event_id: theirs.event.id } })],
    [
      'add a shift',
      shifts.createShift,
      () => ({ params: {}, body: { ...window(), event_id: theirs.event.id, role_id: theirs.role.id } }),
    ],
    [
      'add a shift to our event under their role',
      shifts.createShift,
      () => ({ params: {}, body: { ...window(), event_id: ours.event.id, role_id: theirs.role.id } }),
    ],
    [
      'move our shift to their role',
      shifts.updateShift,
      () => ({ params: { id: ours.shift.id }, body: { role_id: theirs.role.id } }),
    ],
    [
      'move our shift to their event',
      shifts.updateShift,
      () => ({
        params: { id: ours.shift.id },
        body: { event_id: theirs.event.id, role_id: theirs.role.id },
      }),
    ],
    [
      'change a shift',
      shifts.updateShift,
      () => ({ params: { id: theirs.shift.id }, body: { required_qty: 1 } }),
    ],
    ['delete a shift', shifts.deleteShift, () => ({ params: { id: theirs.shift.id } })],
    [
      'change a person',
      people.updatePerson,
      () => ({ params: { id: theirs.person.id }, body: { notes: 'x' } }),
    ],
    ['delete a person', people.deletePerson, () => ({ params: { id: theirs.person.id } })],
  ]

  test.each(attempts)('nobody can %s of another organisation', async (_name, route, input) => {
    const before = await Promise.all(TENANT_TABLES.map(readTheirs))
    const refused = await api.refused(route, { ...input(), headers: ours.admin.headers })
    expect(refused).toMatchObject({ status: 404 })
    expect(JSON.stringify(refused)).not.toContain('theirs')
    expect(await Promise.all(TENANT_TABLES.map(readTheirs))).toEqual(before)
  })

  test.each([
    ['people', people.listPeople, {}],
    ['events', events.listEvents, {}],
    ['shifts', shifts.listShifts, {}],
    ['the schedule', shifts.listShifts, { view: 'schedule' }],
  ] as const)('a list of %s holds our own', async (_name, route, query) => {
    const body = JSON.stringify(await api.ok(route, { headers: ours.admin.headers, query: { ...query } }))
    expect(body).toContain('ours')
    expect(body).not.toContain('theirs')
  })

  test('their event has no shifts for us', async () => {
    const query = { event_id: theirs.event.id }
    expect(await api.ok(shifts.listShifts, { headers: ours.admin.headers, query })).toEqual({ shifts: [] })
  })

  const all_routes = Object.entries({ ...people, ...shifts, ...events }).filter(([, { path }]) =>
    path.startsWith('/admin'),
  )
  test.each(all_routes)('%s asks for a session and the right organisation', async (_name, route) => {
    const params = { id: theirs.event.id, roleId: theirs.role.id }
    expect(await api.refused(route, { params, body: {} })).toMatchObject({ status: 401 })
    const { authorization } = ours.admin.headers
    expect(await api.refused(route, { params, body: {}, headers: { authorization } })).toMatchObject({
      status: 400,
      code: 'organization_required',
    })
    const headers = { authorization, 'x-organization-id': theirs.admin.organization_id }
    expect(await api.refused(route, { params, body: {}, headers })).toMatchObject({
      status: 403,
      code: 'organization_forbidden',
    })
  })
})
