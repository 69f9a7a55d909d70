import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../src/db/schema.ts'
import { removeEvent } from '../src/features/events/remove-event.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { adminRoutes, callOf, nameOf, requestOf, testRoutes } from './calls.ts'
import { buildWorld } from './filled-app.ts'
import { readRowsOf } from './organization-rows.ts'
import { buildAdministrator } from './organizations.ts'
import { buildEvent } from './planning.ts'

/* D49: an archived event is read, and nothing of it is changed. */

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const archive = (id: string) =>
  api.deps.db.system((tx) => tx.update(schema.event).set({ archived: true }).where(eq(schema.event.id, id)))

/** Changes that name no event, or nothing of one. */
const OPEN = [
  'POST /admin/members/leave',
  'POST /admin/events',
  // The original stays as it is.
  'POST /admin/events/:id/copy',
  // Within seconds of a broadcast or a batch from before.
  'POST /admin/broadcasts/:id/undo',
  'POST /admin/broadcasts/:id/send-now',
  'POST /admin/batches/:batch_id/undo',
  'POST /admin/imports/:import_id/undo',
  'POST /admin/people',
  'POST /admin/people/import',
  'PUT /admin/people/:id',
  'DELETE /admin/people/:id',
  'POST /admin/people/:id/send-sms',
  'POST /admin/people/:id/send-email',
  'PUT /admin/tags/:id',
  'DELETE /admin/tags/:id',
  'POST /admin/tags/people',
  'POST /admin/people/:id/duplicates/:other_id/two-people',
  'POST /admin/people/:id/merge',
  'POST /admin/merges/:id/undo',
  'POST /admin/saved-texts',
  'PUT /admin/saved-texts/:id',
  'DELETE /admin/saved-texts/:id',
  'POST /admin/people/:id/messages/read',
]

const changes = adminRoutes.filter((route) => {
  const { access, log } = notesOf(route)
  return typeof access === 'object' && access.right !== 'manage' && log !== undefined && log !== 'none'
})

describe('of an archived event', () => {
  testRoutes(
    changes.filter((route) => !OPEN.includes(nameOf(route))),
    'changes nothing',
    async (route) => {
      const { admin, filled } = await buildWorld(api)
      const request = { ...requestOf(route, callOf(route, filled)), headers: admin.headers }
      await archive(filled.event_id)
      const before = await readRowsOf(api.deps, admin.organization_id)
      const answer = await api.inject(request)
      expect(answer.json()).toMatchObject({ code: 'event_archived' })
      expect(answer.statusCode).toBe(409)
      expect(await readRowsOf(api.deps, admin.organization_id)).toEqual(before)
      // The same call succeeds without the archive.
      await api.deps.db.system((tx) => tx.update(schema.event).set({ archived: false }))
      expect((await api.inject(request)).statusCode).toBeLessThan(300)
    },
  )
})

test('archived: false brings it back, with other changes', async () => {
  const { headers, organization_id } = await buildAdministrator(api)
  const { id } = await buildEvent(api.deps, { organization_id, archived: true })
  const { updateEvent } = contract.events
  const call = (body: object) => ({ headers, params: { id }, body })
  expect(await api.refused(updateEvent, call({ archived: true, name: 'x' }))).toMatchObject({ status: 409 })
  expect(await api.ok(updateEvent, call({ archived: false, name: 'x' }))).toMatchObject({
    archived: false,
    name: 'x',
  })
  expect(await api.ok(updateEvent, call({ archived: true }))).toMatchObject({ archived: true })
})

test('D66: it does not count, until it is brought back', async () => {
  const small = await buildTestApp({ limits: { events_per_organization: 1 } })
  const { headers, organization_id } = await buildAdministrator(small)
  const { id } = await buildEvent(small.deps, { organization_id, archived: true })
  const body = { name: 'x', event_date_start: '2199-01-01T08:00:00Z', event_date_end: '2199-01-02T08:00:00Z' }
  const { createEvent, updateEvent, copyEvent } = contract.events
  await small.ok(createEvent, { headers, body })
  const reached = { status: 409, code: 'limit_reached', limit: 1 }
  expect(await small.refused(createEvent, { headers, body })).toMatchObject(reached)
  const bringBack = { headers, params: { id }, body: { archived: false } }
  expect(await small.refused(updateEvent, bringBack)).toMatchObject(reached)
  const copy = {
    name: 'x',
    first_day: '2199-02-01',
    roles: true,
    shifts: true,
    settings: true,
    people: 'none',
  }
  expect(await small.refused(copyEvent, { headers, params: { id }, body: copy })).toMatchObject(reached)
  await small.close()
})

test('the end of an organisation removes it too', async () => {
  const { organization_id, id } = await buildEvent(api.deps, { archived: true })
  await removeEvent(api.deps, organization_id, { id, notify: true })
  expect(await api.deps.findOrganization.ofEvent(id)).toBeUndefined()
})
