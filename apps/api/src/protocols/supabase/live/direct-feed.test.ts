import { randomUUID } from 'node:crypto'
import { topics } from '@muster/contract/live'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import {
  change,
  closeClients,
  join,
  listen,
  listenWithFakeIntervals,
  openClient,
} from '../../../../test/live.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type ShiftRow,
} from '../../../../test/planning.ts'
import {
  closeRealtimeClients,
  follow,
  REALTIME_CLIENTS,
  type RealtimeClient,
  type SeenChange,
  subscribe,
} from '../../../../test/realtime-clients.ts'
import * as schema from '../../../db/schema.ts'
import { FollowedIds } from '../../../live/followed-ids.ts'
import { JoinRefused } from '../../../live/join-budget.ts'

let api: TestApp
let address: string
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await closeRealtimeClients()
  await closeClients()
})
afterAll(() => api.close())

type Status = 'INVITED' | 'CONFIRMED' | 'DECLINED' | 'ABSENT'

const setStatus = (shift: ShiftRow, id: string, status: Status) =>
  change(api, shift, (tx) => tx.update(schema.assignment).set({ status }).where(eq(schema.assignment.id, id)))
const removeAssignment = (shift: ShiftRow, id: string) =>
  change(api, shift, (tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, id)))

/** Awaits each change, because changes in quick succession are seen as one. */
async function seen(changes: SeenChange[], count: number): Promise<SeenChange | undefined> {
  await eventually(() => expect(changes).toHaveLength(count))
  return changes.at(-1)
}

/** Inserts a confirmed assignment and announces it. */
async function confirm(shift: ShiftRow, given: Parameters<typeof buildAssignment>[1] = {}) {
  const assignment = await buildAssignment(api.deps, { status: 'CONFIRMED', ...given, shift })
  await change(api, shift)
  return assignment
}

describe.each(REALTIME_CLIENTS)('realtime-js $version', ({ open }) => {
  it('gets INSERT, UPDATE and DELETE of the assignments of a shift, with the old status', async () => {
    const shift = await buildShift(api.deps)
    const { status, changes } = await follow(open(address), {
      table: 'assignment',
      filter: `shift_id=eq.${shift.id}`,
    })
    expect(status).toBe('SUBSCRIBED')

    const { id } = await confirm(shift)
    const row = { id, shift_id: shift.id, person_id: id }
    expect(await seen(changes, 1)).toMatchObject({
      table: 'assignment',
      eventType: 'INSERT',
      new: { ...row, status: 'CONFIRMED' },
    })
    await setStatus(shift, id, 'DECLINED')
    expect(await seen(changes, 2)).toMatchObject({
      eventType: 'UPDATE',
      new: { ...row, status: 'DECLINED' },
      old: { ...row, status: 'CONFIRMED' },
    })
    await setStatus(shift, id, 'CONFIRMED')
    expect(await seen(changes, 3)).toMatchObject({
      eventType: 'UPDATE',
      new: { ...row, status: 'CONFIRMED' },
      old: { ...row, status: 'INVITED' },
    })
    await removeAssignment(shift, id)
    expect(await seen(changes, 4)).toMatchObject({
      eventType: 'DELETE',
      old: { ...row, status: 'CONFIRMED' },
    })
  })

  it('follows a list of shifts, and the shifts of an event, of roles and one', async () => {
    const role = await buildRole(api.deps)
    const [shift, other] = [await buildShift(api.deps, { role }), await buildShift(api.deps, { role })]
    const client = open(address)
    const all = await Promise.all(
      [
        { table: 'assignment', filter: `shift_id=in.(${shift.id},${other.id})` },
        { table: 'shift', filter: `event_id=eq.${role.event_id}` },
        { table: 'shift', filter: `role_id=eq.${role.id}` },
        { table: 'shift', filter: `role_id=in.(${role.id},${randomUUID()})` },
        { table: 'shift', filter: `id=eq.${shift.id}` },
      ].map((asked) => follow(client, asked)),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'SUBSCRIBED'))

    await confirm(other)
    await change(api, shift, (tx) =>
      tx.update(schema.shift).set({ required_qty: 7 }).where(eq(schema.shift.id, shift.id)),
    )
    for (const { changes } of all.slice(1)) {
      expect(await seen(changes, 1)).toMatchObject({
        table: 'shift',
        eventType: 'UPDATE',
        new: { id: shift.id, event_id: shift.event_id, role_id: role.id, required_qty: 7 },
        old: { id: shift.id, required_qty: 5 },
      })
    }
    expect(await seen(all[0]?.changes ?? [], 1)).toMatchObject({ new: { shift_id: other.id } })
  })

  it('gets a deleted shift with its assignments, and a new one', async () => {
    const role = await buildRole(api.deps)
    const shift = await buildShift(api.deps, { role })
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const client = open(address)
    const ofShift = await follow(client, { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    const ofEvent = await follow(client, { table: 'shift', filter: `event_id=eq.${shift.event_id}` })
    await change(api, shift, (tx) => tx.delete(schema.shift).where(eq(schema.shift.id, shift.id)))
    expect(await seen(ofShift.changes, 1)).toMatchObject({
      eventType: 'DELETE',
      old: { shift_id: shift.id, status: 'CONFIRMED' },
    })
    expect(await seen(ofEvent.changes, 1)).toMatchObject({ eventType: 'DELETE', old: { id: shift.id } })
    const next = await buildShift(api.deps, { role })
    await change(api, next)
    expect(await seen(ofEvent.changes, 2)).toMatchObject({ eventType: 'INSERT', new: { id: next.id } })
  })

  it('is told only of the kind of change that it asked for', async () => {
    const shift = await buildShift(api.deps)
    const filter = `shift_id=eq.${shift.id}`
    const client = open(address)
    const all = await follow(client, { table: 'assignment', filter })
    const deleted = await follow(client, { table: 'assignment', filter, event: 'DELETE' })
    const { id } = await confirm(shift)
    await seen(all.changes, 1)
    await removeAssignment(shift, id)
    expect(await seen(deleted.changes, 1)).toMatchObject({ eventType: 'DELETE', old: { id } })
    expect(all.changes).toHaveLength(2)
  })

  it.each([
    ['person', 'id=eq.ID', /^"?UnknownTable: /],
    ['membership', 'organization_id=eq.ID', /^"?UnknownTable: /],
    ['assignment', 'person_id=eq.ID', /^"?InvalidFilter: /],
    ['assignment', 'shift_id=neq.ID', /^"?InvalidFilter: /],
    ['assignment', 'shift_id=eq.1', /^"?InvalidFilter: /],
    ['assignment', 'status=eq.CONFIRMED', /^"?InvalidFilter: /],
    ['shift', 'organization_id=eq.ID', /^"?InvalidFilter: /],
    ['assignment', 'shift_id=eq.ID', /^"?NotFound: /],
    ['shift', 'event_id=eq.ID', /^"?NotFound: /],
  ])('is refused %s with %s', async (table, filter, error) => {
    const asked = { table, filter: filter.replace('ID', randomUUID()) }
    expect(await follow(open(address), asked)).toMatchObject({
      status: 'CHANNEL_ERROR',
      error: expect.stringMatching(error),
    })
  })

  it('is refused a list with shifts of two organizations', async () => {
    const [shift, foreign] = [await buildShift(api.deps), await buildShift(api.deps)]
    const filter = `shift_id=in.(${shift.id},${foreign.id})`
    expect(await follow(open(address), { table: 'assignment', filter })).toMatchObject({
      status: 'CHANNEL_ERROR',
      error: expect.stringMatching(/Forbidden: /),
    })
  })

  it('sees how many others are on the sign-up page', async () => {
    const shift = await buildShift(api.deps)
    const [one, two] = [await visit(open(address), shift.id), await visit(open(address), shift.id)]
    expect(await one.channel.track({ name: 'Åsa' })).toBe('ok')
    await eventually(() => expect(two.keys()).toHaveLength(1))
    expect(await two.channel.track({})).toBe('ok')
    await eventually(() => expect([one, two].map((each) => each.others())).toEqual([1, 1]))
    expect(JSON.stringify(two.channel.presenceState())).not.toContain('Åsa')
    expect(one.syncs()).toBeGreaterThan(0)

    await join(openClient(address).channel(topics.shiftSignup(shift.id)))
    await eventually(() => expect([one, two].map((each) => each.others())).toEqual([2, 2]))
    expect(await one.channel.untrack()).toBe('ok')
    await eventually(() => expect([one.keys().length, two.others()]).toEqual([2, 1]))
    await two.channel.unsubscribe()
    await eventually(() => expect(one.keys()).toHaveLength(1))
  })

  it('keeps the channel while it sends its token and heartbeats', async () => {
    const shift = await buildShift(api.deps)
    const client = open(address)
    const { changes } = await follow(client, { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    await client.setAuth('a.b.c')
    await client.sendHeartbeat()
    await confirm(shift)
    await seen(changes, 1)
    expect(client.isConnected()).toBe(true)
  })
})

describe.each(REALTIME_CLIENTS)('realtime-js $version of a member', ({ open }) => {
  async function openAs(member: Administrator): Promise<RealtimeClient> {
    const client = open(address)
    await client.setAuth(tokenOf(member))
    return client
  }

  it('gets every status, and the id by which the organization knows the person', async () => {
    const { owner, shift } = await buildOwn()
    const { changes } = await follow(await openAs(owner), {
      table: 'assignment',
      filter: `shift_id=eq.${shift.id}`,
    })
    const { id, person_id } = await confirm(shift, { status: 'INVITED' })
    const row = { id, shift_id: shift.id, person_id }
    expect(await seen(changes, 1)).toEqual(
      expect.objectContaining({ eventType: 'INSERT', new: { ...row, status: 'INVITED' } }),
    )
    const statuses = ['DECLINED', 'CONFIRMED', 'ABSENT'] as const
    for (const [i, status] of statuses.entries()) {
      await setStatus(shift, id, status)
      expect(await seen(changes, i + 2)).toMatchObject({ new: { ...row, status } })
    }
    await removeAssignment(shift, id)
    expect(await seen(changes, 5)).toMatchObject({ eventType: 'DELETE', old: { ...row, status: 'ABSENT' } })
  })

  it('gets what is public of another organization', async () => {
    const { shift } = await buildOwn()
    const stranger = await buildAdministrator(api)
    const { changes } = await follow(await openAs(stranger), {
      table: 'assignment',
      filter: `shift_id=eq.${shift.id}`,
    })
    await confirm(shift, { status: 'INVITED' })
    const { id } = await confirm(shift)
    expect(await seen(changes, 1)).toMatchObject({ new: { id, person_id: null, status: 'CONFIRMED' } })
  })

  it('follows as a leader the shifts of their roles only (M1)', async () => {
    const { event, role, shift } = await buildOwn()
    const other = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    const { organization_id } = event
    const leader = await buildMember(api, { organization_id, role: 'leader', lead_role_ids: [role.id] })
    const client = await openAs(leader)
    const both = { table: 'assignment', filter: `shift_id=in.(${shift.id},${other.id})` }
    expect(await follow(client, both)).toMatchObject({ error: expect.stringMatching(/NotFound: /) })
    const ofEvent = await follow(client, { table: 'shift', filter: `event_id=eq.${event.id}` })
    const { changes } = await follow(client, { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    for (const { id } of [other, shift]) {
      await change(api, shift, (tx) =>
        tx.update(schema.shift).set({ required_qty: 9 }).where(eq(schema.shift.id, id)),
      )
      await change(api, other)
    }
    expect(await seen(ofEvent.changes, 1)).toMatchObject({ new: { id: shift.id, required_qty: 9 } })
    await confirm(shift, { status: 'INVITED' })
    expect(await seen(changes, 1)).toMatchObject({ new: { status: 'INVITED' } })
  })
})

it('a member whose role has changed joins again within five seconds, also if that was not announced', async () => {
  const owner = await buildAdministrator(api)
  const { organization_id, user_id } = owner
  const event = await buildEvent(api.deps, { organization_id })
  const asked = { event: '*', schema: 'public', table: 'shift', filter: `event_id=eq.${event.id}` }
  const channel = openClient(await listenWithFakeIntervals(api)).channel('realtime:members', {
    access_token: tokenOf(owner),
    config: { postgres_changes: [asked] },
  })
  const reasons: unknown[] = []
  channel.onError((reason) => reasons.push(reason))
  const views: string[] = []
  channel.join<{ view: string }>().receive('ok', ({ view }) => views.push(view))
  await eventually(() => expect(views).toEqual(['members']))
  await api.deps.db.system((tx) =>
    tx.update(schema.membership).set({ role: 'viewer' }).where(eq(schema.membership.user_id, user_id)),
  )
  vi.advanceTimersByTime(5_000)
  await eventually(() => expect(reasons).toContainEqual({ reason: 'access_ended' }))
  await eventually(() => expect(views.length).toBeGreaterThan(1))
})

const [, newest] = REALTIME_CLIENTS
const openNewest = (): RealtimeClient => {
  if (!newest) throw new Error('there is no client')
  return newest.open(address)
}

describe('what is public', () => {
  const invited = { status: 'INVITED' as const }

  it('is a CONFIRMED assignment; another status is shown as before or after it', async () => {
    const shift = await buildShift(api.deps)
    const { changes } = await follow(openNewest(), { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    const absent = await buildAssignment(api.deps, { shift, ...invited })
    await change(api, shift)
    await setStatus(shift, absent.id, 'DECLINED')
    await setStatus(shift, absent.id, 'CONFIRMED')
    expect(await seen(changes, 1)).toMatchObject({ eventType: expect.stringMatching(/INSERT|UPDATE/) })
    await setStatus(shift, absent.id, 'DECLINED')
    expect(await seen(changes, 2)).toMatchObject({ new: { status: 'DECLINED' } })
    await removeAssignment(shift, absent.id)
    await confirm(shift)
    expect(await seen(changes, 3)).toMatchObject({ eventType: 'INSERT' })
  })

  it('is not who did not come', async () => {
    const shift = await buildShift(api.deps)
    const { changes } = await follow(openNewest(), { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    const { id } = await confirm(shift)
    await seen(changes, 1)
    await setStatus(shift, id, 'ABSENT')
    await confirm(shift)
    expect(await seen(changes, 2)).toMatchObject({ eventType: 'INSERT' })
    await setStatus(shift, id, 'CONFIRMED')
    await removeAssignment(shift, id)
    expect(await seen(changes, 3)).toMatchObject({ eventType: 'DELETE', old: { id, status: 'CONFIRMED' } })
  })

  it('is no id to ask a name with, where the event hides names', async () => {
    const event = await buildEvent(api.deps, { public_names: 'hidden' })
    const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    const { changes } = await follow(openNewest(), { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    const { id } = await confirm(shift)
    expect(await seen(changes, 1)).toMatchObject({ new: { id, person_id: null, status: 'CONFIRMED' } })
  })

  it('is no token, contact or other column (D22)', async () => {
    const CANARY = 'canary'
    const shift = await buildShift(api.deps)
    const { organization_id } = shift
    const person = await buildPerson(api.deps, {
      organization_id,
      email: `${CANARY}@volunteer.example`,
      notes: CANARY,
      child_team: CANARY,
    })
    const { changes } = await follow(openNewest(), { table: 'assignment', filter: `shift_id=eq.${shift.id}` })
    const secrets = { cancel_reason: CANARY, note: CANARY, calendar_uid: `${CANARY}@uid` }
    const { id } = await confirm(shift, { person, ...secrets })
    await seen(changes, 1)
    await removeAssignment(shift, id)
    await seen(changes, 2)
    for (const secret of [CANARY, person.id, organization_id, 'token']) {
      expect(JSON.stringify(changes)).not.toContain(secret)
    }
    for (const { new: record, old } of changes) {
      for (const row of [record, old]) {
        expect(['id', 'shift_id', 'person_id', 'status']).toEqual(expect.arrayContaining(Object.keys(row)))
      }
    }
  })

  it('is of the columns those that are asked for, and no other is given', async () => {
    const shift = await buildShift(api.deps)
    const ask = async (select: string[]) => {
      const changes: SeenChange[] = []
      const channel = openNewest().channel(randomUUID())
      const filter = `shift_id=eq.${shift.id}`
      const asked = { event: '*' as const, schema: 'public', table: 'assignment', filter, select }
      channel.on('postgres_changes', asked, (seenChange) => changes.push(seenChange))
      return { changes, ...(await subscribe(channel)) }
    }
    expect(await ask(['id', 'email'])).toMatchObject({ error: expect.stringMatching(/^UnknownColumn: /) })
    const { changes } = await ask(['status'])
    await confirm(shift)
    expect(await seen(changes, 1)).toMatchObject({ new: { status: 'CONFIRMED' } })
    expect(Object.keys(changes[0]?.new ?? {})).toEqual(['status'])
  })

  it('is no private channel, and no channel of more than 500 ids', async () => {
    const secret = openNewest().channel('secret', { config: { private: true } })
    expect(await subscribe(secret)).toMatchObject({ error: expect.stringMatching(/^Unauthorized: /) })
    const filter = `shift_id=in.(${Array.from({ length: 501 }, () => randomUUID()).join()})`
    expect(await follow(openNewest(), { table: 'assignment', filter })).toMatchObject({
      error: expect.stringMatching(/^TooManyIds: /),
    })
  })
})

const assignmentsOf = (ids: string[]) => ({ table: 'assignment', filter: `shift_id=in.(${ids.join()})` })

describe('the followed ids of an address', () => {
  it('are those that exist, until the channel is left', async () => {
    const release = vi.fn()
    const hold = vi.spyOn(FollowedIds.prototype, 'hold').mockReturnValue(release)
    const { id } = await buildShift(api.deps)
    const { channel } = await follow(openNewest(), assignmentsOf([randomUUID(), id, randomUUID()]))
    expect(hold.mock.calls).toEqual([[expect.any(String), 1]])
    expect(release).not.toHaveBeenCalled()
    await channel.unsubscribe()
    await eventually(() => expect(release).toHaveBeenCalledTimes(1))
  })

  it('are limited', async () => {
    const client = openNewest()
    const { id } = await buildShift(api.deps)
    vi.spyOn(FollowedIds.prototype, 'hold').mockImplementationOnce(() => {
      throw new JoinRefused('TooManyIds: of this address')
    })
    expect(await follow(client, assignmentsOf([id]))).toMatchObject({
      error: expect.stringMatching(/^TooManyIds: /),
    })
  })

  it('are looked up once, in whatever order they are listed', async () => {
    const client = openNewest()
    const lookUp = vi.spyOn(api.deps.db, 'lookUp')
    const ids = [(await buildShift(api.deps)).id, randomUUID(), randomUUID()]
    for (const list of [ids, ids.toReversed()]) {
      expect(await follow(client, assignmentsOf(list))).toMatchObject({ status: 'SUBSCRIBED' })
    }
    const ofShifts = lookUp.mock.calls.filter(([text]) => text.includes('event_id from shift'))
    expect(ofShifts).toHaveLength(1)
  })
})

it('no channel follows rows of more than ten events', async () => {
  const { organization_id } = await buildEvent(api.deps)
  const events = await Promise.all(
    Array.from({ length: 11 }, () => buildEvent(api.deps, { organization_id })),
  )
  const filter = `event_id=in.(${events.map(({ id }) => id).join()})`
  expect(await follow(openNewest(), { table: 'shift', filter })).toMatchObject({
    error: expect.stringMatching(/^TooManyEvents: /),
  })
})

describe('a burst', () => {
  it('is read once for all who follow the event, and no socket asks the database', async () => {
    const shift = await buildShift(api.deps)
    const filter = `shift_id=eq.${shift.id}`
    const followers = await Promise.all(
      Array.from({ length: 20 }, () => follow(openNewest(), { table: 'assignment', filter })),
    )
    const statements = countReads()
    await confirm(shift)
    for (const { changes } of followers) await seen(changes, 1)
    expect(statements()).toBe(1)
  })
})

async function buildOwn() {
  const owner = await buildAdministrator(api)
  const event = await buildEvent(api.deps, {
    organization_id: owner.organization_id,
    public_names: 'hidden',
  })
  const role = await buildRole(api.deps, { event })
  return { owner, event, role, shift: await buildShift(api.deps, { role }) }
}

const tokenOf = ({ headers }: Administrator) => headers.authorization.replace('Bearer ', '')

/** Counts from now on how often the rows of the feed are read. */
function countReads(): () => number {
  const { db } = api.deps
  const run = db.preparedTransaction.bind(db)
  let count = 0
  Object.assign(db, {
    preparedTransaction<T>(...[org, work]: Parameters<typeof run<T>>) {
      count += 1
      return run(org, work)
    },
  })
  return () => {
    Object.assign(db, { preparedTransaction: run })
    return count
  }
}

async function visit(client: RealtimeClient, shift_id: string) {
  const key = randomUUID()
  const channel = client.channel(topics.shiftSignup(shift_id), { config: { presence: { key } } })
  let syncs = 0
  channel.on('presence', { event: 'sync' }, () => {
    syncs += 1
  })
  const { status } = await subscribe(channel)
  expect(status).toBe('SUBSCRIBED')
  const keys = () => Object.keys(channel.presenceState())
  return { channel, keys, syncs: () => syncs, others: () => keys().filter((each) => each !== key).length }
}
