import { assignments } from '@muster/contract/assignments'
import { events } from '@muster/contract/events'
import { type LogEntry, log } from '@muster/contract/log'
import { members } from '@muster/contract/members'
import { organizations } from '@muster/contract/organizations'
import { people } from '@muster/contract/people'
import { session } from '@muster/contract/session'
import { shifts } from '@muster/contract/shifts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
  mint,
} from '../../../test/planning.ts'
import { recordAction } from '../../db/record-action.ts'
import * as schema from '../../db/schema.ts'
import { busy } from '../../edge/refusal.ts'
import { deleteOldEntries } from './delete-old-entries.ts'

/* A1. What each call records: test/log-transaction.test.ts. */

const START = '2026-06-01T10:00:00.000Z'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(START)
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

const list = (query: Record<string, string> = {}, by = owner) =>
  api.ok(log.listLog, { headers: by.headers, query })

const addPerson = (by: { headers: Record<string, string> } = owner) =>
  api.ok(people.createPerson, {
    headers: by.headers,
    body: { first_name: 'Åsa', last_name: 'Öberg', email: `${Math.random()}@volunteer.example` },
  })

describe('an entry', () => {
  test('says who did what to whom, by today’s names', async () => {
    const person = await addPerson()
    const body = { notes: 'hemligt', last_name: 'Ek' }
    await api.ok(people.updatePerson, { headers: owner.headers, params: { id: person.id }, body })
    const [changed, added] = await list()
    expect(changed).toEqual({
      id: expect.any(String),
      at: START,
      actor: { kind: 'account', id: owner.user_id, name: owner.email, email: owner.email },
      action: 'person.changed',
      fields: ['last_name', 'notes'],
      changes: [],
      people: [{ id: person.id, name: 'Åsa Ek' }],
    })
    expect(added).toMatchObject({ action: 'person.added', people: [{ name: 'Åsa Ek' }] })
  })

  test('calls an account by its name, and has its address beside', async () => {
    const { headers, user_id, email } = owner
    await api.ok(session.changeAccount, { headers, body: { name: 'Maja Lind' } })
    await addPerson()
    const actor = { kind: 'account', id: user_id, name: 'Maja Lind', email }
    expect(await list()).toMatchObject([{ actor }])
    // Without a name, the account is called by its address again.
    await api.ok(session.changeAccount, { headers, body: { name: '' } })
    expect(await list()).toMatchObject([{ actor: { ...actor, name: email } }])
  })

  test('holds no personal data', async () => {
    const { id } = await addPerson()
    const of_person = { first_name: 'Åse', email: 'ny@volunteer.example', phone: '+46701234567' }
    await api.ok(people.updatePerson, { headers: owner.headers, params: { id }, body: of_person })
    const event = await buildEvent(api.deps, { organization_id: owner.organization_id })
    const of_event = { contact_email: 'Åsa@volunteer.example', description: 'Åsa', notes: 'Åsa' }
    await api.ok(events.updateEvent, { headers: owner.headers, params: { id: event.id }, body: of_event })
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.organization_id, owner.organization_id)),
    )
    expect(rows.map(({ fields }) => fields.toSorted())).toEqual([
      [],
      ['email', 'first_name', 'phone'],
      ['contact_email', 'description', 'notes'],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Åsa|Åse|volunteer|4670/)
  })

  test('stays when the person is gone, without the name', async () => {
    const { id } = await addPerson()
    await api.ok(people.deletePerson, { headers: owner.headers, params: { id } })
    expect(await list()).toMatchObject([
      { action: 'person.erased', people: [{ id, name: null }] },
      { action: 'person.added', people: [{ id, name: null }] },
    ])
  })

  test('of what a key does is under the key’s name', async () => {
    const key = await buildApiKey(api, owner, { name: 'Biljettkassan' })
    await addPerson(key)
    expect(await list({ entity: 'person' })).toMatchObject([
      { actor: { kind: 'api_key', id: key.id, name: 'Biljettkassan' } },
    ])
  })

  test('of the command line is the operator’s', async () => {
    await api.deps.db.transaction(mint(owner.organization_id), (tx) =>
      recordAction(tx, { action: 'person.erased', at: START, person_ids: [] }),
    )
    expect(await list()).toMatchObject([{ actor: { kind: 'operator', id: null, name: null } }])
  })

  test('is not left behind by a call that fails', async () => {
    const { id } = await addPerson()
    expect(
      await api.refused(people.updatePerson, {
        headers: owner.headers,
        params: { id },
        body: { notes: 'x', version: 7 },
      }),
    ).toMatchObject({ code: 'changed_elsewhere' })
    expect(await list()).toHaveLength(1)
  })
})

const exported = async (query: Record<string, string> = {}, by = owner) => {
  const answer = await api.inject({ url: log.exportLog.path, query, headers: by.headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="log.csv"',
    'cache-control': 'no-store',
  })
  return answer.body.replace('\uFEFF', '').split('\r\n').slice(0, -1)
}

describe('the export', () => {
  test('has everything that the filter names, in several parts', async () => {
    await api.deps.db.transaction(mint(owner.organization_id), async (tx) => {
      for (let done = 0; done < 401; done++)
        await recordAction(tx, { action: 'person.erased', at: START, person_ids: [] })
    })
    await addPerson()
    const [head, ...lines] = await exported()
    expect(head).toBe('"at","who","email","action","about","fields","changes"')
    expect(lines).toHaveLength(402)
    expect(lines[0]).toBe(`"${START}","${owner.email}","${owner.email}","person.added","Åsa Öberg","",""`)
    expect(await exported({ actor: owner.user_id })).toHaveLength(2)
    expect(await exported({ from: '2026-06-02T00:00:00Z' })).toHaveLength(1)
    // The log has nothing of another organisation.
    expect(await exported({}, await buildAdministrator(api))).toHaveLength(1)
  })

  test('a name is no formula', async () => {
    await api.ok(session.changeAccount, { headers: owner.headers, body: { name: '=1+1,"x"' } })
    await addPerson()
    expect((await exported())[1]).toContain(`"'=1+1,""x""","${owner.email}"`)
  })

  test('runs once at a time for an account: after a HEAD it reads everything for nobody', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'owner' })
    const calls = (['HEAD', 'GET', 'HEAD'] as const).map((method) => ({ method, by: owner }))
    const answers = await Promise.all(
      [...calls, { method: 'GET' as const, by: other }].map(({ method, by: { headers } }) =>
        api.inject({ method, url: log.exportLog.path, headers }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429, 429, 200])
    // The HEAD is answered before it has read everything.
    await vi.waitFor(async () => expect(await exported()).toHaveLength(1), { timeout: 300_000 })
  })

  test('that failed does not keep the next one out', async () => {
    vi.spyOn(api.deps.db, 'transaction').mockRejectedValueOnce(busy())
    expect(await api.refused(log.exportLog, { headers: owner.headers })).toMatchObject({ code: 'busy' })
    expect(await exported()).toHaveLength(1)
  })

  test('is for owners', async () => {
    const { headers } = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
    expect(await api.refused(log.exportLog, { headers })).toMatchObject({ code: 'role_forbidden' })
  })
})

describe('values', () => {
  test('old and new ones are kept, of a role by its name', async () => {
    const event = await buildEvent(api.deps, { organization_id: owner.organization_id })
    const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    const to = await buildRole(api.deps, { event, name: 'Entré' })
    const { headers } = owner
    const end_dt = hoursAfter(shift.end_dt, 1)
    const body = { role_id: to.id, end_dt, required_qty: shift.required_qty }
    await api.ok(shifts.updateShift, { headers, params: { id: shift.id }, query: {}, body })
    const location = 'Folkets park'
    await api.ok(events.updateEvent, { headers, params: { id: event.id }, query: {}, body: { location } })
    expect(await list()).toMatchObject([
      { action: 'event.changed', changes: [{ field: 'location', before: null, after: location }] },
      {
        action: 'shift.changed',
        fields: ['role_id', 'end_dt'],
        changes: [
          { field: 'end_dt', before: shift.end_dt, after: end_dt },
          { field: 'role_id', before: 'Kafé', after: 'Entré' },
        ],
      },
    ])
    expect((await exported())[1]).toContain(`"location","location:  > ${location}"`)
  })

  test('of settings, of a status and of a member’s role too', async () => {
    const { headers, organization_id } = owner
    const member = await buildMember(api, { organization_id, role: 'admin' })
    const person = await buildPerson(api.deps, { organization_id })
    const assignment = await buildAssignment(api.deps, { person })
    await api.ok(organizations.updateOrganization, {
      headers,
      body: { country: 'NO', contact_email: 'a@b.example' },
    })
    await api.ok(members.changeMember, {
      headers,
      params: { userId: member.user_id },
      body: { role: 'viewer' },
    })
    await api.ok(assignments.changeStatus, {
      headers,
      params: { id: assignment.id },
      query: {},
      body: { status: 'DECLINED' },
    })
    expect((await list()).map(({ action, changes }) => [action, changes])).toEqual([
      ['assignment.changed', [{ field: 'status', before: 'INVITED', after: 'DECLINED' }]],
      ['member.changed', [{ field: 'role', before: 'admin', after: 'viewer' }]],
      ['organization.changed', [{ field: 'country', before: 'SE', after: 'NO' }]],
    ])
  })

  test('a shift is named as it was then, also when all of it is gone', async () => {
    const { headers, organization_id } = owner
    const event = await buildEvent(api.deps, { organization_id, time_zone: 'Europe/Helsinki' })
    const role = await buildRole(api.deps, { event, name: 'Kafé' })
    const shift = await buildShift(api.deps, { role })
    const params = { id: shift.id }
    const { start_dt, end_dt } = shift
    const later = hoursAfter(end_dt, 1)
    await api.ok(shifts.updateShift, { headers, params, query: {}, body: { end_dt: later } })
    const renamed = { params: { id: event.id, roleId: role.id }, query: {}, body: { name: 'Bar' } }
    await api.ok(events.updateRole, { headers, ...renamed })
    await api.ok(shifts.deleteShift, { headers, params, query: {} })
    await api.ok(events.deleteEvent, { headers, params: { id: event.id }, query: {} })

    const then = { id: shift.id, time_zone: 'Europe/Helsinki', start_dt, end_dt: later }
    expect(await list()).toMatchObject([
      { action: 'event.removed', changes: [{ field: 'name', before: event.name, after: null }] },
      { action: 'shift.removed', shift: { ...then, role_name: 'Bar' } },
      { action: 'role.changed', changes: [{ field: 'name', before: 'Kafé', after: 'Bar' }] },
      { action: 'shift.changed', shift: { ...then, role_name: 'Kafé' } },
    ])
  })

  test('what one call did to many shifts has one id', async () => {
    const { headers, organization_id } = owner
    const { event_id, id: role_id } = await buildRole(api.deps, { organization_id })
    const times = { start_dt: '2027-06-19T08:00:00Z', end_dt: '2027-06-19T10:00:00Z' }
    const create = [1, 2].map((required_qty) => ({ event_id, role_id, required_qty, ...times }))
    await api.ok(shifts.saveBatch, { headers, body: { create } })
    const [last, first] = await list()
    expect(last?.batch_id).toEqual(expect.any(String))
    expect(first?.batch_id).toBe(last?.batch_id)
  })
})

describe('the list', () => {
  test('is filtered by who, what and when', async () => {
    const other = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
    await addPerson()
    api.setNow('2026-06-01T10:05:00.000Z')
    const dates = { event_date_start: '2027-06-19T08:00:00Z', event_date_end: '2027-06-19T20:00:00Z' }
    await api.ok(events.createEvent, { headers: other.headers, body: { name: 'Loppis', ...dates } })
    expect(await list({ actor: other.user_id })).toMatchObject([
      { action: 'event.added', event: { name: 'Loppis' } },
    ])
    expect(await list({ entity: 'person' })).toHaveLength(1)
    expect(await list({ from: '2026-06-01T10:05:00Z' })).toMatchObject([{ action: 'event.added' }])
    expect(await list({ to: '2026-06-01T10:05:00Z' })).toMatchObject([{ action: 'person.added' }])
  })

  test('is filtered by the person that it names, alone or among others', async () => {
    const [one, other] = [await addPerson(), await addPerson()]
    await api.deps.db.transaction(mint(owner.organization_id), async (tx) => {
      const person_ids = [other.id, one.id]
      await recordAction(tx, { action: 'person.tagged', at: START, person_ids })
    })
    const about = { person_id: one.id }
    expect((await list(about)).map(({ action }) => action)).toEqual(['person.tagged', 'person.added'])
    expect(await list({ ...about, entity: 'event' })).toEqual([])
    expect(await exported(about)).toHaveLength(3)
    // The other organisation has no person with this id.
    expect(await list(about, await buildAdministrator(api))).toEqual([])
  })

  test.each(['admin', 'viewer', 'leader'] as const)(
    'of a person is not read by a %s either',
    async (role) => {
      const { id: person_id } = await addPerson()
      const { headers } = await buildMember(api, { organization_id: owner.organization_id, role })
      expect(await api.refused(log.listLog, { headers, query: { person_id } })).toMatchObject({
        code: 'role_forbidden',
      })
    },
  )

  test('comes in pages, newest first', async () => {
    for (let count = 0; count < 3; count++) await addPerson()
    const ids = (await list()).map(({ id }) => id)
    const pages = await listPages('/admin/log?limit=2')
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)])
    expect(ids).toHaveLength(3)
  })

  test('holds nothing of another organisation', async () => {
    await addPerson(await buildAdministrator(api))
    expect(await list()).toEqual([])
  })
})

describe('entries that name very many people', () => {
  const counts = [500, 500, 1_000, 1, 2_500, 0, 1_000, 999, 1, 0, 1]

  beforeEach(() =>
    api.deps.db.transaction(mint(owner.organization_id), async (tx) => {
      const { id } = await addPerson()
      for (const count of counts) {
        const person_ids = Array<string>(count).fill(id)
        await recordAction(tx, { action: 'assignment.added', at: START, person_ids })
      }
    }),
  )

  test('end a page early, and none is lost', async () => {
    const pages = await listPages('/admin/log?entity=assignment')
    const named = pages.map((page) => page.map((entry) => entry.people?.length))
    // The newest first. A page names at most 2,000, or has one entry.
    expect(named).toEqual([[1, 0, 1, 999], [1_000, 0], [2_500], [1, 1_000, 500], [500]])
  })

  test('leave the next page its limit', async () => {
    const pages = await listPages('/admin/log?entity=assignment&limit=3')
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 3, 1])
  })

  test('are all in the file', async () => {
    const names = (await exported({ entity: 'assignment' }))
      .slice(1)
      .map((line) => line.match(/Åsa Öberg/g) ?? [])
    expect(names.map(({ length }) => length)).toEqual(counts.toReversed())
  })
})

describe('the application cannot change the log', () => {
  test.each([
    ['update', sql`update audit_log set fields = '{}'`],
    ['delete', sql`delete from audit_log`],
  ])('%s is refused by the database', async (_name, statement) => {
    await addPerson()
    await expect(asApplication(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
    })
    expect(await list()).toHaveLength(1)
  })

  test('negative control: as the role of the nightly job it is deleted', async () => {
    await addPerson()
    await api.deps.db.system((tx) => tx.execute(sql`delete from audit_log`))
    expect(await list()).toEqual([])
  })
})

test('entries are deleted after 24 months', async () => {
  await addPerson()
  api.setNow('2028-06-01T10:00:00.000Z')
  await api.deps.db.system((tx) => deleteOldEntries(tx, api.deps.now()))
  expect(await countRows()).toBe(1)
  api.setNow('2028-06-01T10:00:00.001Z')
  await api.deps.db.system((tx) => deleteOldEntries(tx, api.deps.now()))
  expect(await countRows()).toBe(0)
})

type Answer = Awaited<ReturnType<TestApp['inject']>>

async function listPages(first: string): Promise<LogEntry[][]> {
  const pages: LogEntry[][] = []
  for (let url: string | undefined = first; url; ) {
    const answer: Answer = await api.inject({ url, headers: owner.headers })
    pages.push(answer.json())
    url = /<[^/]*\/\/[^/]*(\/[^>]*)>/.exec(String(answer.headers['link']))?.[1]
  }
  return pages
}

async function countRows() {
  const rows = await api.deps.db.system((tx) =>
    tx.select().from(schema.auditLog).where(eq(schema.auditLog.organization_id, owner.organization_id)),
  )
  return rows.length
}

const asApplication = (statement: ReturnType<typeof sql>) =>
  api.deps.db.transaction(mint(owner.organization_id), (tx) => tx.execute(statement))
