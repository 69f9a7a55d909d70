import { assignments } from '@muster/contract/assignments'
import { batches } from '@muster/contract/batches'
import { deletions } from '@muster/contract/deletions'
import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { shifts } from '@muster/contract/shifts'
import { signup } from '@muster/contract/signup'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildAssignment, buildPerson, buildRole, buildShift } from '../../../test/planning.ts'
import { sweepDeletions } from './queries.ts'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
})

/** Time of the database, after all that was written. */
async function mark(): Promise<string> {
  const { rows } = await api.deps.db.system((tx) =>
    tx.execute<{ at: string }>(sql`
      select to_char(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from pg_sleep(0.002)
    `),
  )
  return rows[0]?.at ?? ''
}

async function changedSince(updated_since: string) {
  const call = { headers: admin.headers, query: { updated_since } }
  const listed = await api.ok(shifts.listShifts, call)
  const { events: changed } = await api.ok(events.listEvents, call)
  return { shifts: listed.shifts.map(({ id }) => id), events: changed.map(({ id }) => id) }
}
const deletedSince = (since: string, query: { event_id?: string } = {}) =>
  api.ok(deletions.listDeletions, { headers: admin.headers, query: { since, ...query } })

async function buildPlan() {
  const { organization_id } = admin
  const role = await buildRole(api.deps, { organization_id })
  const shift = await buildShift(api.deps, { organization_id, role })
  const other = await buildShift(api.deps, { organization_id })
  return { role, shift, other, event_id: shift.event_id }
}

test('a shift changes when it or somebody on it does, and no other', async () => {
  const { shift } = await buildPlan()
  const { headers, organization_id } = admin
  const steps = {
    'its number': () =>
      api.ok(shifts.updateShift, { headers, params: { id: shift.id }, body: { required_qty: 9 } }),
    'a sign-up': () =>
      api.ok(signup.signUp, {
        params: { shiftId: shift.id },
        body: { first_name: 'Ida', last_name: 'Lind', email: 'ida@example.org', phone: '+46701234567' },
      }),
    'somebody taken off': async () => {
      const person = await buildPerson(api.deps, { organization_id })
      const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
      return async () => api.ok(assignments.deleteAssignment, { headers, params: { id } })
    },
  }
  for (const [what, step] of Object.entries(steps)) {
    const before = await mark()
    expect(await changedSince(before), what).toEqual({ shifts: [], events: [] })
    const prepared = await step()
    const since = typeof prepared === 'function' ? await mark() : before
    if (typeof prepared === 'function') await prepared()
    expect(await changedSince(since), what).toEqual({ shifts: [shift.id], events: [] })
  }
})

test('an event changes when it or a role of it does', async () => {
  const { role, event_id, shift } = await buildPlan()
  const { headers } = admin
  const free = await api.ok(events.createRole, { headers, params: { id: event_id }, body: { name: 'Free' } })
  const role_params = { id: event_id, roleId: free.id }
  for (const step of [
    () => api.ok(events.updateEvent, { headers, params: { id: event_id }, body: { name: 'Ny' } }),
    () => api.ok(events.updateRole, { headers, params: role_params, body: { name: 'Kafé' } }),
    () => api.ok(events.deleteRole, { headers, params: role_params }),
  ]) {
    const since = await mark()
    await step()
    expect(await changedSince(since)).toEqual({ shifts: [], events: [event_id] })
  }
  expect(role.event_id).toBe(shift.event_id)
})

test('what is deleted is listed, and no longer after an undo', async () => {
  const { role, shift, other, event_id } = await buildPlan()
  const { headers, organization_id } = admin
  const person = await buildPerson(api.deps, { organization_id })
  await buildAssignment(api.deps, { shift: other, person, status: 'CONFIRMED' })
  const since = await mark()
  expect(await deletedSince(since)).toEqual([])

  const saved = await api.ok(shifts.saveBatch, { headers, body: { delete: [shift.id] } })
  const batch_id = 'batch_id' in saved ? saved.batch_id : ''
  const gone = { id: shift.id, kind: 'shift', event_id, deleted_at: expect.any(String) }
  expect(await deletedSince(since)).toEqual([gone])
  const undone = await mark()
  await api.ok(batches.undoBatch, { headers, params: { batch_id } })
  expect(await deletedSince(since)).toEqual([])
  expect(await changedSince(undone)).toEqual({ shifts: [shift.id], events: [] })

  await api.ok(events.deleteEvent, { headers, params: { id: event_id } })
  await api.ok(people.deletePerson, { headers, params: { id: person.id } })
  const listed = await deletedSince(since)
  expect(new Map(listed.map(({ id, kind }) => [id, kind]))).toEqual(
    new Map([
      [event_id, 'event'],
      [role.id, 'role'],
      [shift.id, 'shift'],
      [person.id, 'person'],
    ]),
  )
  expect((await deletedSince(since, { event_id })).map(({ kind }) => kind).toSorted()).toEqual([
    'event',
    'role',
    'shift',
  ])
  const stranger = await buildAdministrator(api)
  const theirs = await api.ok(deletions.listDeletions, { headers: stranger.headers, query: { since } })
  expect(theirs).toEqual([])
})

test('a time of which not all is known is refused', async () => {
  const call = { headers: admin.headers, query: { since: '2020-01-01T00:00:00Z' } }
  expect(await api.refused(deletions.listDeletions, call)).toMatchObject({
    status: 400,
    issues: [{ path: 'query.since', message: 'At most 90 days ago. Read the whole lists anew' }],
  })
})

test('is forgotten after ninety days', async () => {
  const { shift, other } = await buildPlan()
  const since = await mark()
  await api.ok(shifts.saveBatch, { headers: admin.headers, body: { delete: [shift.id, other.id] } })
  await api.deps.db.system((tx) =>
    tx.execute(sql`update deletion set deleted_at = now() - interval '91 days' where id = ${shift.id}`),
  )
  await api.deps.db.system(sweepDeletions)
  expect((await deletedSince(since)).map(({ id }) => id)).toEqual([other.id])
})

test('a key of one event hears of that event alone', async () => {
  const { shift, other, event_id } = await buildPlan()
  const { headers } = await buildApiKey(api, admin, { event_id })
  const since = await mark()
  await api.ok(shifts.saveBatch, { headers: admin.headers, body: { delete: [shift.id, other.id] } })
  const heard = await api.ok(deletions.listDeletions, { headers, query: { since } })
  expect(heard.map(({ id }) => id)).toEqual([shift.id])
  const query = { since, event_id: other.event_id }
  expect(await api.refused(deletions.listDeletions, { headers, query })).toMatchObject({ code: 'not_found' })
})
