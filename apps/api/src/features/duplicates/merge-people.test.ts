import { contract } from '@muster/contract/contract'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildPersonByPhone,
  buildRole,
  buildShift,
  buildWaiting,
  type EventRow,
  hoursAfter,
  type PersonRow,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { forgetMergedRows } from './record-merge.ts'

const { mergePeople, undoMerge } = contract.duplicates
const NOW = '2026-06-19T10:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let role: RoleRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  role = await buildRole(api.deps, { event })
})

const person = (given: Partial<PersonRow> = {}) =>
  buildPerson(api.deps, { organization_id: admin.organization_id, ...given })
const shiftIn = (hours: number, given: Partial<ShiftRow> = {}) =>
  buildShift(api.deps, {
    role,
    start_dt: hoursAfter(NOW, hours),
    end_dt: hoursAfter(NOW, hours + 4),
    ...given,
  })
const addMessage = async (to: PersonRow, given: Partial<typeof schema.message.$inferInsert> = {}) => {
  const id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id: admin.organization_id,
      id,
      person_id: to.id,
      channel: 'EMAIL',
      template: 't',
      payload: {},
      language: 'sv',
      address: to.email,
      status: 'SENT',
      sent_at: NOW,
      ...given,
    }),
  )
  return id
}

type Change = { take?: string[]; headers?: Record<string, string> }
const call = (
  kept: { id: string; version: number },
  other: { id: string; version: number },
  { take = [], headers }: Change = {},
) => ({
  headers: { ...admin.headers, ...headers },
  params: { id: kept.id },
  body: { other_id: other.id, version: kept.version, other_version: other.version, take },
})
const merge = (...given: Parameters<typeof call>) => api.ok(mergePeople, call(...given))
const refused = (...given: Parameters<typeof call>) => api.refused(mergePeople, call(...given))
const undo = (id: string) => api.ok(undoMerge, { headers: admin.headers, params: { id } })
const undoRefused = (id: string, headers: Record<string, string> = admin.headers) =>
  api.refused(undoMerge, { headers, params: { id } })
const tokenOf = ({ id, round }: { id: string; round: number }) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })
const open = (token: string) => api.inject(`/assignment/${token}`)
const setTags = (id: string, tags: string[]) =>
  api.ok(contract.people.updatePerson, { headers: admin.headers, params: { id }, body: { tags } })
const listPeople = () => api.ok(contract.people.listPeople, { headers: admin.headers })
const assignmentsOf = (person_id: string) =>
  api.deps.db.system((tx) =>
    tx
      .select()
      .from(schema.assignment)
      .where(eq(schema.assignment.person_id, person_id))
      .orderBy(asc(schema.assignment.id)),
  )
const messagesOf = (person_id: string) =>
  api.deps.db.system((tx) => tx.select().from(schema.message).where(eq(schema.message.person_id, person_id)))

const listDeleted = async () =>
  (await api.ok(contract.deletions.listDeletions, { headers: admin.headers, query: { since: NOW } })).map(
    ({ id, kind }) => [kind, id],
  )

const nameTags = (letter: string) => Array.from({ length: 30 }, (_, at) => `${letter}${at}`)

const rowsOf = async (table: string, without: string[] = []) => {
  const { rows } = await api.deps.db.system((tx) =>
    tx.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(t) - array[${sql.join(
        ['version', 'updated_at', 'calendar_sequence', ...without].map((name) => sql`${name}`),
        sql`, `,
      )}]::text[] as row
      from ${sql.identifier(table)} t where organization_id = ${admin.organization_id} order by to_jsonb(t)->>'id', to_jsonb(t)::text
    `),
  )
  return rows.map(({ row }) => row)
}

/** All that belongs to the organisation's people, without what only counts or dates. */
async function look() {
  return {
    people: await rowsOf('person'),
    assignments: await rowsOf('assignment'),
    waiting: await rowsOf('waiting'),
    messages: await rowsOf('message'),
    tags: await rowsOf('person_tag'),
    email_changes: await rowsOf('email_change'),
    suppressions: await rowsOf('suppression'),
  }
}

/** Two entries of one person: both on a shift, five messages, three links. */
async function buildTwo() {
  const kept = await person({
    first_name: 'Åsa',
    last_name: 'Lindh',
    notes: 'Kan inte lyfta.',
    phone: '+46701740626',
  })
  const other = await person({
    first_name: 'Åsa',
    last_name: 'Lind',
    notes: 'Har bil.',
    phone: '+46701740611',
    language: 'sv',
  })
  await setTags(kept.id, ['Kök', 'Bil'])
  await setTags(other.id, ['Bil', 'Förälder'])
  const [shared, alone] = [await shiftIn(72), await shiftIn(90)]
  const own = await buildAssignment(api.deps, {
    shift: shared,
    person: kept,
    status: 'CONFIRMED',
    note: 'Gärna tidigt',
  })
  const double = await buildAssignment(api.deps, {
    shift: shared,
    person: other,
    note: 'Tar med kakor',
    round: 3,
  })
  const single = await buildAssignment(api.deps, { shift: alone, person: other, status: 'CONFIRMED' })
  for (const of of [kept, kept, other, other, other]) await addMessage(of)
  return {
    kept: { ...kept, version: 2 },
    other: { ...other, version: 2 },
    shared,
    alone,
    own,
    double,
    single,
  }
}

describe('a merge', () => {
  test('keeps one entry with all of both: shifts, five messages, tags and notes', async () => {
    const { kept, other, own, single } = await buildTwo()
    const answer = await merge(kept, other, { take: ['phone', 'language'] })
    expect(answer).toMatchObject({
      undo_until: '2026-06-20T10:00:00.000Z',
      person: {
        id: kept.id,
        last_name: 'Lindh',
        email: kept.email,
        phone: other.phone,
        language: 'sv',
        notes: 'Kan inte lyfta.\n\nHar bil.',
        tags: ['Bil', 'Förälder', 'Kök'],
        version: 3,
      },
    })
    expect((await listPeople()).map(({ id }) => id)).toEqual([kept.id])
    expect(await assignmentsOf(kept.id)).toMatchObject([
      { id: own.id, status: 'CONFIRMED', note: 'Gärna tidigt\n\nTar med kakor' },
      { id: single.id, status: 'CONFIRMED' },
    ])
    expect(await messagesOf(kept.id)).toHaveLength(5)
    expect(await assignmentsOf(other.id)).toEqual([])
  })

  test('tells nobody, and stands in the log', async () => {
    const { kept, other } = await buildTwo()
    const before = (await look()).messages.length
    await merge(kept, other)
    expect((await look()).messages).toHaveLength(before)
    const logged = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.action, 'person.merged')),
    )
    expect(logged.filter(({ organization_id }) => organization_id === admin.organization_id)).toMatchObject([
      { subjects: { person_ids: [kept.id, other.id] } },
    ])
  })

  test('three links go on working, that of the assignment that went away for the one that stayed', async () => {
    const { kept, other, own, double, single, shared, alone } = await buildTwo()
    await merge(kept, other)
    const shownBy = async (token: string) => (await open(token)).json<{ shift: { id: string } }>().shift.id
    expect(await shownBy(tokenOf(own))).toBe(shared.id)
    expect(await shownBy(tokenOf(single))).toBe(alone.id)
    expect(await shownBy(tokenOf(double))).toBe(shared.id)
    expect((await open(tokenOf(double))).json()).toMatchObject({ status: 'CONFIRMED' })
    expect((await open(tokenOf({ ...double, round: 2 }))).statusCode).toBe(404)

    const cancelled = await api.inject({
      method: 'POST',
      url: `/assignment/${tokenOf(double)}/change`,
      payload: { status: 'DECLINED' },
    })
    expect(cancelled.statusCode).toBe(200)
    expect(await assignmentsOf(kept.id)).toMatchObject([{ id: own.id, status: 'DECLINED' }, {}])
  })

  test('the old link stops with those of the assignment that stayed (D17)', async () => {
    const { kept, other, own, double } = await buildTwo()
    await merge(kept, other)
    const newLink = { headers: admin.headers, params: { id: own.id }, body: { notify: false } }
    await api.ok(contract.assignments.replaceLink, newLink)
    const answer = await open(tokenOf(double))
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'link_replaced' }])
  })

  test('the better of two assignments stays, whoever had it', async () => {
    const { kept, other, shared, own, double } = await buildTwo()
    await merge(other, kept)
    expect(await assignmentsOf(other.id)).toMatchObject([
      { id: own.id, shift_id: shared.id, status: 'CONFIRMED' },
      {},
    ])
    expect((await open(tokenOf(double))).statusCode).toBe(200)
  })

  test('a place that becomes free goes to the next in line', async () => {
    const [kept, other, next] = [await person(), await person(), await person()]
    const shift = await shiftIn(72, { required_qty: 2 })
    for (const each of [kept, other])
      await buildAssignment(api.deps, { shift, person: each, status: 'CONFIRMED' })
    const { id } = await buildWaiting(api.deps, { shift, person: next })
    await merge(kept, other)
    const { serveWaitingLists } = await import('../waiting-list/serve-waiting-lists.ts')
    await serveWaitingLists(api.deps, new AbortController().signal)
    const [place] = await api.deps.db.system((tx) =>
      tx.select().from(schema.waiting).where(eq(schema.waiting.id, id)),
    )
    expect(place?.status).toBe('OFFERED')
  })

  test('places in one line become one, and its link leads to the one that stays', async () => {
    const [kept, other] = [await person(), await person()]
    const [both, alone] = [await shiftIn(72), await shiftIn(90)]
    const late = await buildWaiting(api.deps, { shift: both, person: kept, queued_at: hoursAfter(NOW, -1) })
    const early = await buildWaiting(api.deps, { shift: both, person: other, queued_at: hoursAfter(NOW, -2) })
    const single = await buildWaiting(api.deps, { shift: alone, person: other })
    await merge(kept, other)
    const places = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.waiting)
        .where(eq(schema.waiting.person_id, kept.id))
        .orderBy(asc(schema.waiting.id)),
    )
    expect(places.map(({ id }) => id)).toEqual([early.id, single.id])
    const token = signId(api.deps.keys, { purpose: 'waiting', id: late.id, round: late.round })
    expect((await api.inject(`/waiting/${token}`)).json()).toMatchObject({ shift: { id: both.id } })
  })

  test('both had the same broadcast and reminder: both messages stay', async () => {
    const [kept, other] = [await person(), await person()]
    const broadcast_id = newId()
    for (const each of [kept, other]) {
      await addMessage(each, { broadcast_id })
      await addMessage(each, { template: 'shift_reminder', payload: { day: '2026-06-22' } })
    }
    const before = await look()
    const { merge_id } = await merge(kept, other)
    expect(await messagesOf(kept.id)).toHaveLength(4)
    await undo(merge_id)
    expect(await look()).toEqual(before)
  })

  test('a feed of the entry that went away is that of the other', async () => {
    const { kept, other, shared, single } = await buildTwo()
    const feed = signId(api.deps.keys, { purpose: 'calendar_feed', id: other.id, round: 1 })
    const one = signId(api.deps.keys, {
      purpose: 'event_feed',
      id: other.id,
      round: 1,
      scope: `${event.id} 0`,
    })
    await merge(kept, other)
    for (const file of [`${feed}.ics`, `${one}.${event.id}.ics`]) {
      const answer = await api.inject(`/calendar/feed/${file}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.body.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    }
    expect(shared.id).not.toBe(single.shift_id)
    await api.deps.db.system((tx) =>
      tx.update(schema.person).set({ calendar_round: 2 }).where(eq(schema.person.id, kept.id)),
    )
    expect((await api.inject(`/calendar/feed/${feed}.ics`)).statusCode).toBe(404)
  })

  test('a broadcast that names the entry goes to the one that is left', async () => {
    const { kept, other } = await buildTwo()
    await merge(kept, other)
    const { followMerges } = await import('../../db/merged-link.ts')
    const followed = await api.deps.db.transaction(event.organization_id, (tx) =>
      followMerges(tx, [other.id]),
    )
    expect(followed).toContain(kept.id)
  })

  test('links go on over two merges, and stop with an erasure', async () => {
    const { kept, other, double, shared } = await buildTwo()
    const third = await person()
    const best = await buildAssignment(api.deps, { shift: shared, person: third, status: 'CONFIRMED' })
    await merge(kept, other)
    await merge(third, { ...kept, version: 3 })
    expect((await assignmentsOf(third.id)).map(({ id }) => id)).toContain(best.id)
    expect((await open(tokenOf(double))).statusCode).toBe(200)
    await api.ok(contract.people.deletePerson, { headers: admin.headers, params: { id: third.id } })
    expect((await open(tokenOf(double))).statusCode).toBe(404)
    const left = await api.deps.db.system((tx) =>
      tx.select().from(schema.merge).where(eq(schema.merge.organization_id, admin.organization_id)),
    )
    expect(left).toEqual([])
  })

  test('an erased person who was on a shift leaves nothing of the merge (D33)', async () => {
    const [kept, other] = [await person(), await person({ first_name: 'Ebba' })]
    const past = await shiftIn(-10)
    await buildAssignment(api.deps, { shift: past, person: kept, status: 'CONFIRMED' })
    const { merge_id } = await merge(kept, other)
    await api.ok(contract.people.deletePerson, { headers: admin.headers, params: { id: kept.id } })
    expect(await undoRefused(merge_id)).toMatchObject({ status: 404, code: 'merge_not_found' })
    const { rows } = await api.deps.db.system((tx) =>
      tx.execute(sql`select from merge where organization_id = ${admin.organization_id}`),
    )
    expect(rows).toEqual([])
  })

  test('copies of the list learn that the entry is gone, and that it is back', async () => {
    const { kept, other } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    expect(await listDeleted()).toEqual([['person', other.id]])
    await undo(merge_id)
    expect(await listDeleted()).toEqual([])
  })

  test('is done once for a repeated call', async () => {
    const { kept, other } = await buildTwo()
    const headers = { 'idempotency-key': newId() }
    const first = await merge(kept, other, { headers })
    expect(await merge(kept, other, { headers })).toEqual(first)
    await api.ok(contract.people.deletePerson, { headers: admin.headers, params: { id: kept.id } })
    expect(await refused(kept, other, { headers })).toMatchObject({ status: 404, code: 'person_not_found' })
  })
})

describe('is refused', () => {
  test('for an unknown entry, the same, another organisation’s, and one that was changed', async () => {
    const [kept, other] = [await person(), await person()]
    const foreign = await buildPerson(api.deps, {
      organization_id: (await buildAdministrator(api)).organization_id,
    })
    for (const unknown of [{ id: newId(), version: 1 }, kept, foreign]) {
      expect(await refused(kept, unknown)).toMatchObject({ status: 404, code: 'person_not_found' })
    }
    expect(await refused(foreign, kept)).toMatchObject({ code: 'person_not_found' })
    expect(await refused(kept, { ...other, version: 2 })).toMatchObject({
      status: 409,
      code: 'changed_elsewhere',
    })
    expect(await refused({ ...kept, version: 2 }, other)).toMatchObject({ code: 'changed_elsewhere' })
    expect(await listPeople()).toHaveLength(2)
  })

  test('if a third entry has the chosen name and address', async () => {
    const [kept, other] = [await person({ first_name: 'Siv' }), await person({ first_name: 'Sif' })]
    await person({ first_name: 'Siv', email: other.email })
    expect(await refused(kept, other, { take: ['email'] })).toMatchObject({
      status: 409,
      code: 'person_exists',
    })
    expect(await listPeople()).toHaveLength(3)
  })

  test('if nothing is left to reach them by, or more than an entry holds', async () => {
    const by_phone = {
      ...(await buildPersonByPhone(api.deps, {
        organization_id: admin.organization_id,
        phone: '+46701740611',
      })),
    }
    const by_mail = await person({ notes: 'x'.repeat(3000) })
    expect(await refused(by_phone, by_mail, { take: ['phone'] })).toMatchObject({
      status: 400,
      issues: [{ path: 'take' }],
    })
    const long = await person({ notes: 'y'.repeat(3000) })
    expect(await refused(by_mail, long)).toMatchObject({ status: 409, code: 'limit_reached', limit: 5000 })
    await setTags(by_phone.id, nameTags('a'))
    await setTags(long.id, nameTags('b'))
    expect(await refused({ ...by_phone, version: 2 }, { ...long, version: 2 })).toMatchObject({
      code: 'limit_reached',
      limit: 50,
    })
  })
})

describe('an undo', () => {
  test('of what nobody has used: all is as before', async () => {
    const { kept, other, shared } = await buildTwo()
    const third = await person()
    await buildWaiting(api.deps, { shift: shared, person: other })
    await buildWaiting(api.deps, { shift: shared, person: kept, status: 'ASKED' })
    await api.deps.db.system((tx) =>
      tx.insert(schema.suppression).values({
        organization_id: admin.organization_id,
        channel: 'EMAIL',
        address: other.email,
        reason: 'unsubscribe',
      }),
    )
    const before = await look()
    const { merge_id } = await merge(kept, other, { take: ['first_name', 'last_name', 'email', 'phone'] })
    expect(await look()).not.toEqual(before)
    expect(await undo(merge_id)).toEqual({
      kept: [],
      replaced_links: 0,
      person_id: other.id,
    })
    expect(await look()).toEqual(before)
    expect(third.id).not.toBe(other.id)
    expect((await listPeople()).map(({ version }) => version)).not.toContain(2)
  })

  test('again and at once it answers the same, with one entry in the log', async () => {
    const { kept, other } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    const [one, two] = await Promise.all([undo(merge_id), undo(merge_id)])
    expect(two).toEqual(one)
    expect(await undo(merge_id)).toEqual(one)
    const logged = await api.deps.db.system((tx) =>
      tx.select().from(schema.auditLog).where(eq(schema.auditLog.action, 'person.unmerged')),
    )
    expect(logged.filter(({ organization_id }) => organization_id === admin.organization_id)).toHaveLength(1)
  })

  test('leaves what was used since, and names it', async () => {
    const { kept, other, own, alone, single, shared } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    await api.inject({
      method: 'POST',
      url: `/assignment/${tokenOf(single)}/change`,
      payload: { status: 'DECLINED' },
    })
    await api.ok(contract.people.updatePerson, {
      headers: admin.headers,
      params: { id: kept.id },
      body: { notes: 'Ny' },
    })
    expect((await undo(merge_id)).kept).toMatchObject([
      { reason: 'edited', shift: null },
      { reason: 'answered', shift: { id: alone.id } },
    ])
    expect((await assignmentsOf(kept.id)).map(({ id }) => id)).toEqual([own.id, single.id])
    expect(await assignmentsOf(other.id)).toMatchObject([{ shift_id: shared.id, status: 'INVITED' }])
    expect(new Set((await listPeople()).map(({ notes }) => notes))).toEqual(new Set(['Har bil.', 'Ny']))
  })

  test('a place that was taken since stays taken (D12)', async () => {
    const [kept, other] = [await person(), await person()]
    const shift = await shiftIn(72, { required_qty: 2 })
    for (const each of [kept, other])
      await buildAssignment(api.deps, { shift, person: each, status: 'CONFIRMED' })
    const { merge_id } = await merge(kept, other)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    expect((await undo(merge_id)).kept).toMatchObject([{ reason: 'shift_full', shift: { id: shift.id } }])
    expect(await assignmentsOf(kept.id)).toHaveLength(1)
    expect(await assignmentsOf(other.id)).toEqual([])
  })

  test('a shift that is gone is named, and one removed does not come back', async () => {
    const { kept, other, alone } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    await api.deps.db.system((tx) => tx.delete(schema.shift).where(eq(schema.shift.id, alone.id)))
    expect((await undo(merge_id)).kept).toEqual([{ reason: 'gone', shift: null }])
  })

  test('somebody who signed up with the name and address meanwhile stays another entry (D11)', async () => {
    const { kept, other } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    await person({ first_name: other.first_name, last_name: other.last_name, email: other.email })
    await undo(merge_id)
    expect(await listPeople()).toHaveLength(3)
  })

  test('links sent to an address of the other stop working, others go on (D17)', async () => {
    const { kept, other, own, single } = await buildTwo()
    const { merge_id } = await merge(kept, other, { take: ['email'] })
    await addMessage(
      { ...kept, email: other.email },
      { payload: { assignments: [{ assignment_id: own.id, round: 1 }] } },
    )
    expect(await undo(merge_id)).toMatchObject({ replaced_links: 1 })
    expect((await open(tokenOf(own))).statusCode).toBe(404)
    expect((await open(tokenOf(single))).statusCode).toBe(200)
  })

  test('links of the other that were sent to the kept address stop working', async () => {
    const { kept, other, own, single } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    await addMessage(kept, { payload: { assignments: [{ assignment_id: single.id, round: 1 }] } })
    expect(await undo(merge_id)).toMatchObject({ replaced_links: 1 })
    expect((await open(tokenOf(single))).statusCode).toBe(404)
    expect((await open(tokenOf(own))).statusCode).toBe(200)
  })

  test('is too late after a day, when the rows are forgotten, and for an entry merged on', async () => {
    const { kept, other } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    const third = await person()
    const second = await merge(third, { ...kept, version: 3 })
    expect(await undoRefused(merge_id)).toMatchObject({
      status: 409,
      code: 'undo_too_late',
      error: 'This entry has been merged once more since. Undo that first.',
    })
    await undo(second.merge_id)
    await api.deps.db.system((tx) =>
      tx
        .update(schema.merge)
        .set({ merged_at: hoursAfter(NOW, -24) })
        .where(eq(schema.merge.id, merge_id)),
    )
    expect(await undoRefused(merge_id)).toMatchObject({
      code: 'undo_too_late',
      error: 'It is too late to undo this: the entries were merged more than 24 hours ago.',
    })
    await api.deps.db.system((tx) => forgetMergedRows(tx, NOW))
    const [row] = await api.deps.db.system((tx) =>
      tx.select().from(schema.merge).where(eq(schema.merge.id, merge_id)),
    )
    expect(row).toMatchObject({ before: null, after: null })
  })

  test('of two merges, the last first: all is as before', async () => {
    const { kept, other } = await buildTwo()
    const third = await person({ first_name: 'Eva' })
    const before = await look()
    const first = await merge(kept, other)
    const second = await merge(third, { ...kept, version: 3 })
    expect((await undo(second.merge_id)).kept).toEqual([])
    expect((await undo(first.merge_id)).kept).toEqual([])
    expect(await look()).toEqual(before)
  })

  test('of another organisation is not found', async () => {
    const { kept, other } = await buildTwo()
    const { merge_id } = await merge(kept, other)
    const stranger = await buildAdministrator(api)
    expect(await undoRefused(merge_id, stranger.headers)).toMatchObject({
      status: 404,
      code: 'merge_not_found',
    })
    expect(await listPeople()).toHaveLength(1)
  })
})

describe('at once', () => {
  test('two merges of the same entries, each the other way: one is done', async () => {
    const { kept, other } = await buildTwo()
    const answers = await Promise.all([
      api.inject({
        method: 'POST',
        url: `/admin/people/${kept.id}/merge`,
        headers: admin.headers,
        payload: call(kept, other).body,
      }),
      api.inject({
        method: 'POST',
        url: `/admin/people/${other.id}/merge`,
        headers: admin.headers,
        payload: call(other, kept).body,
      }),
    ])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
    const [left, ...more] = await listPeople()
    expect(more).toEqual([])
    expect(await assignmentsOf(left?.id ?? '')).toHaveLength(2)
    expect(await messagesOf(left?.id ?? '')).toHaveLength(5)
  })

  test('with sign-ups and answers of both and an erasure: nobody twice on a shift, nothing lost', async () => {
    for (let round = 0; round < 12; round++) {
      const { kept, other, alone, double } = await buildTwo()
      const free = await shiftIn(120, { required_qty: 5 })
      const signUp = ({ first_name, last_name, email }: PersonRow) =>
        api.inject({
          method: 'POST',
          url: `/shifts/${free.id}/signup`,
          payload: { first_name, last_name, email, phone: '+46701234567' },
        })
      const answers = await Promise.all([
        signUp(kept),
        api.inject({
          method: 'POST',
          url: `/admin/people/${kept.id}/merge`,
          headers: admin.headers,
          payload: call(kept, other).body,
        }),
        signUp(other),
        api.inject({
          method: 'POST',
          url: `/assignment/${tokenOf(double)}/confirm`,
          payload: { confirm: false },
        }),
        ...(round % 3 === 0
          ? [api.inject({ method: 'DELETE', url: `/admin/people/${other.id}`, headers: admin.headers })]
          : []),
      ])
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
      const { rows } = await api.deps.db.system((tx) =>
        tx.execute(sql`
          select from assignment where organization_id = ${admin.organization_id} group by shift_id, person_id having count(*) > 1
        `),
      )
      expect(rows).toEqual([])
      const on = async (shift_id: string) =>
        (
          await api.deps.db.system((tx) =>
            tx.select().from(schema.assignment).where(eq(schema.assignment.shift_id, shift_id)),
          )
        ).length
      if (round % 3 !== 0) {
        expect(await on(alone.id)).toBe(1)
        expect(await on(free.id)).toBeGreaterThan(0)
      }
      for (const { id } of await listPeople())
        await api.ok(contract.people.deletePerson, {
          headers: admin.headers,
          params: { id },
          query: { notify: 'false' },
        })
    }
  })
})
