import { topics } from '@muster/contract/live'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { change, closeClients, join, listen, openClient, watchEvent } from '../../test/live.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../test/planning.ts'
import type { OrgTx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import * as schema from '../db/schema.ts'

let api: TestApp
let address: string
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterEach(closeClients)
afterAll(() => api.close())

const setStatus = (id: string, status: 'CONFIRMED' | 'DECLINED') => (tx: OrgTx) =>
  tx.update(schema.assignment).set({ status }).where(eq(schema.assignment.id, id))

describe('joining event:{id}', () => {
  it('answers with every shift, whole', async () => {
    const shift = await buildShift(api.deps, { required_qty: 3 })
    const { id } = await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    const watched = await watchEvent(openClient(address), shift.event_id)
    expect(watched.state().shifts).toEqual([
      {
        id: shift.id,
        role_id: shift.role_id,
        start_dt: shift.start_dt,
        end_dt: shift.end_dt,
        required_qty: 3,
        spots_left: 2,
        assigned_count: 1,
        assigned_people: [{ person_id: id, first_name: 'Åsa', last_name: 'Öberg' }],
        signing_up: 0,
      },
    ])
    expect(watched.state().as_of).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it.each([['event:nonsense'], [topics.event(newId())], ['event'], ['event:']])(
    'refuses %s',
    async (topic) => {
      await expect(join(openClient(address).channel(topic))).rejects.toMatchObject({
        reply: { reason: 'not_found' },
      })
    },
  )

  it.each([['nothing:1'], ['constructor:1'], ['__proto__:1']])('refuses %s as no topic', async (topic) => {
    await expect(join(openClient(address).channel(topic))).rejects.toMatchObject({
      reply: { reason: 'unknown_topic' },
    })
  })
})

describe('changes reach the viewers of event:{id}', () => {
  it('follows every change of an assignment, counting the frames', async () => {
    const shift = await buildShift(api.deps, { required_qty: 2 })
    const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
    const watched = await watchEvent(openClient(address), shift.event_id)
    const joined = watched.state().n
    const seen = () => {
      const { spots_left, assigned_people } = watched.shift(shift.id) ?? {}
      return [spots_left, assigned_people?.length]
    }
    expect(seen()).toEqual([2, 0])

    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(seen(), 'INSERT of a CONFIRMED one').toEqual([1, 1]))

    await change(api, shift, setStatus(id, 'DECLINED'))
    await eventually(() => expect(seen(), 'CONFIRMED to another').toEqual([2, 0]))

    await change(api, shift, setStatus(id, 'CONFIRMED'))
    await eventually(() => expect(seen(), 'another to CONFIRMED').toEqual([1, 1]))

    await change(api, shift, (tx) =>
      tx.update(schema.shift).set({ required_qty: 1 }).where(eq(schema.shift.id, shift.id)),
    )
    await eventually(() => expect(seen(), 'the quantity').toEqual([0, 1]))

    await change(api, shift, (tx) => tx.delete(schema.assignment).where(eq(schema.assignment.id, id)))
    await eventually(() => expect(seen(), 'DELETE of a CONFIRMED one').toEqual([1, 0]))

    expect(watched.frames.map(({ n }) => n - joined)).toEqual([1, 2, 3, 4, 5])
    expect(watched.gaps()).toBe(0)
  })

  it('sends nothing when viewers would see no difference', async () => {
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(address), shift.event_id)
    await buildAssignment(api.deps, { shift, status: 'INVITED' })
    await change(api, shift)
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(watched.shift(shift.id)?.spots_left).toBe(4))
    expect(watched.frames).toHaveLength(1)
  })

  it('adds new shifts and takes removed ones away', async () => {
    const role = await buildRole(api.deps)
    const first = await buildShift(api.deps, { role })
    const watched = await watchEvent(openClient(address), role.event_id)
    const second = await buildShift(api.deps, { role })
    await change(api, second)
    await eventually(() => expect(watched.state().shifts).toHaveLength(2))
    await change(api, first, (tx) => tx.delete(schema.shift).where(eq(schema.shift.id, first.id)))
    await eventually(() => expect(watched.state().shifts.map(({ id }) => id)).toEqual([second.id]))
    expect(watched.frames.at(-1)?.removed).toEqual([first.id])
  })

  it('ends when the event is removed', async () => {
    const shift = await buildShift(api.deps)
    const watched = await watchEvent(openClient(address), shift.event_id)
    let closed = false
    watched.channel.onClose(() => {
      closed = true
    })
    await api.deps.db.transaction(shift.organization_id, (tx) =>
      tx.delete(schema.event).where(eq(schema.event.id, shift.event_id)),
    )
    api.deps.bus.publish([{ kind: 'shifts', ...shift, shift_ids: [] }])
    await eventually(() => expect(closed).toBe(true))
    expect(watched.state().shifts).toEqual([])
  })

  it('is left without a word more', async () => {
    const shift = await buildShift(api.deps)
    const client = openClient(address)
    const left = await watchEvent(client, shift.event_id)
    const staying = await watchEvent(openClient(address), shift.event_id)
    await new Promise((done) => left.channel.leave().receive('ok', done))
    await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
    await change(api, shift)
    await eventually(() => expect(staying.frames).toHaveLength(1))
    expect(left.frames).toHaveLength(0)
    const again = await watchEvent(client, shift.event_id)
    expect(again.shift(shift.id)?.spots_left).toBe(4)
  })

  it('is joined again after a frame was lost, and is right at once', async () => {
    const shift = await buildShift(api.deps)
    const client = openClient(address)
    const watched = await watchEvent(client, shift.event_id)
    const witness = await watchEvent(openClient(address), shift.event_id)
    watched.loseNext()
    for (const frames of [1, 2]) {
      await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
      await change(api, shift)
      await eventually(() => expect(witness.frames).toHaveLength(frames))
    }
    await eventually(() => expect(watched.gaps()).toBe(1))
    expect(watched.shift(shift.id)?.spots_left).toBe(5)
    watched.channel.leave()
    const again = await watchEvent(client, shift.event_id)
    expect(again.state()).toEqual(witness.state())
  })

  it('reaches 200 viewers with a burst of changes, all ending at the same state', async () => {
    const role = await buildRole(api.deps)
    const shifts = await Promise.all([1, 2, 3].map(() => buildShift(api.deps, { role, required_qty: 100 })))
    const client = () => watchEvent(openClient(address), role.event_id)
    const viewers = await Promise.all(Array.from({ length: 200 }, client))
    await Promise.all(
      shifts.flatMap((shift) =>
        Array.from({ length: 20 }, async () => {
          await buildAssignment(api.deps, { shift, status: 'CONFIRMED' })
          await change(api, shift)
        }),
      ),
    )
    await eventually(() => {
      for (const viewer of viewers) {
        expect(viewer.state().shifts.map(({ spots_left }) => spots_left)).toEqual([80, 80, 80])
      }
    })
    expect(viewers.map((viewer) => viewer.gaps()).filter(Boolean)).toEqual([])
  })

  it('never carries what the contract does not declare (D22)', async () => {
    const event = await buildEvent(api.deps, { notes: 'canary-public-notes', public_names: 'initial' })
    const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
    const person = await buildPerson(api.deps, {
      organization_id: event.organization_id,
      first_name: 'Åsa',
      last_name: 'Canary-last',
      email: 'canary-email@volunteer.example',
      phone: '+46701234567',
      child_team: 'canary-team',
      notes: 'canary-notes',
    })
    const watched = await watchEvent(openClient(address), event.id)
    await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', note: 'canary-note' })
    await change(api, shift)
    await eventually(() => expect(watched.frames).toHaveLength(1))
    const everything = JSON.stringify([watched.frames, watched.state()])
    expect(everything).toContain('"last_name":"C."')
    expect(everything).not.toMatch(/canary|467012|Canary-last/)
    expect(everything).not.toContain(person.id)
  })
})
