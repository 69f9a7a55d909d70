import { direct } from '@muster/contract/direct'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { change, listen } from '../../../../test/live.ts'
import { buildAssignment, buildEvent, buildPerson, buildRole, buildShift } from '../../../../test/planning.ts'
import { createPostgrestClient, POSTGREST_CLIENTS } from '../../../../test/postgrest-clients.ts'
import { newId } from '../../../db/ids.ts'
import * as schema from '../../../db/schema.ts'

let api: TestApp
let address: string
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterAll(() => api.close())

type Names = 'full' | 'initial' | 'hidden'

async function buildConfirmed(public_names: Names = 'full', status: 'CONFIRMED' | 'INVITED' = 'CONFIRMED') {
  const event = await buildEvent(api.deps, { public_names })
  const role = await buildRole(api.deps, { event })
  const shift = await buildShift(api.deps, { role })
  return { shift, role, assignment: await buildAssignment(api.deps, { shift, status }) }
}

const COLUMNS = 'id, first_name, last_name'

describe.each(POSTGREST_CLIENTS)('postgrest-js %s', (_version, Client) => {
  const open = () => createPostgrestClient(Client, address)

  it.each([
    ['full', { first_name: 'Åsa', last_name: 'Öberg' }],
    ['initial', { first_name: 'Åsa', last_name: 'Ö.' }],
  ] as const)('reads the name of a volunteer, %s', async (public_names, names) => {
    const { id } = (await buildConfirmed(public_names)).assignment
    const { data, error } = await open().from('person').select(COLUMNS).eq('id', id)
    expect({ data, error }).toEqual({ data: [{ id, ...names }], error: null })
    const single = await open().from('person').select('first_name').eq('id', id).single()
    expect(single.data).toEqual({ first_name: names.first_name })
  })

  it('reads no name that is not public', async () => {
    const { assignment } = await buildConfirmed()
    const ids = [
      (await buildConfirmed('hidden')).assignment.id,
      (await buildConfirmed('full', 'INVITED')).assignment.id,
      assignment.person_id,
      newId(),
    ]
    for (const id of ids) {
      expect(await open().from('person').select(COLUMNS).eq('id', id)).toMatchObject({ data: [] })
      const { error, status } = await open().from('person').select(COLUMNS).eq('id', id).single()
      expect({ status, error }).toMatchObject({ status: 406, error: { code: 'not_one_row' } })
    }
  })

  it('reads the shifts of an event with their role and event', async () => {
    const { shift, role } = await buildConfirmed()
    const { id, event_id, role_id, required_qty } = shift
    const columns = 'id, role_id, event_id, required_qty'
    const plain = await open().from('shift').select(columns).eq('event_id', event_id)
    expect(plain.data).toEqual([{ id, role_id, event_id, required_qty }])
    const embedded = await open()
      .from('shift')
      .select('id, role!inner(id, event_id)')
      .eq('role.event_id', event_id)
    expect(embedded.data).toEqual([{ id, role: { id: role.id, event_id } }])
    expect((await open().from('shift').select('id').eq('event_id', newId())).data).toEqual([])
  })

  it('is refused all other reads and every write', async () => {
    const { shift, assignment } = await buildConfirmed()
    const client = open()
    const refused = await Promise.all([
      client.from('person').select('id, email').eq('id', assignment.id),
      client.from('person').select().eq('id', assignment.id),
      client.from('person').select(COLUMNS),
      client.from('person').select(COLUMNS).eq('id', 'x'),
      client.from('person').select(COLUMNS).neq('id', assignment.id),
      client.from('person').select(COLUMNS).eq('id', assignment.id).eq('email', 'asa@volunteer.example'),
      client.from('shift').select('id, assignment(id)').eq('event_id', shift.event_id),
      client.from('shift').select('id').eq('organization_id', shift.organization_id),
      client.from('assignment').select('id').eq('shift_id', shift.id),
      client.from('person').insert({ id: newId() }),
      client.from('shift').delete().eq('id', shift.id),
    ])
    expect(refused.map(({ status }) => status)).toEqual([
      400, 400, 400, 400, 400, 400, 400, 400, 404, 405, 405,
    ])
    for (const { error } of refused) {
      expect(error).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})

const ask = (query: Record<string, string>) => api.refused(direct.readShifts, { query })

describe('the answers', () => {
  it('are as described', async () => {
    const { shift, assignment } = await buildConfirmed()
    const person = { select: 'id,first_name,last_name', id: `eq.${assignment.id}` }
    const shifts = { select: 'id,role_id,event_id', event_id: `eq.${shift.event_id}` }
    expect(await api.ok(direct.readPerson, { query: person })).toHaveLength(1)
    expect(await api.ok(direct.readShifts, { query: shifts })).toHaveLength(1)
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    const none = { ...person, id: `eq.${newId()}` }
    expect(await api.refused(direct.readPerson, { query: none, headers })).toMatchObject({ status: 406 })
    const unknown = { ...shifts, event_id: `eq.${newId()}` }
    expect(await api.refused(direct.readShifts, { query: unknown, headers })).toMatchObject({ status: 406 })
  })

  it('with shifts are written once until the event changes', async () => {
    const { shift } = await buildConfirmed()
    const parse = vi.spyOn(direct.readShifts.responses[200], 'parse')
    const event_id = `eq.${shift.event_id}`
    const read = (select: string) => api.ok(direct.readShifts, { query: { select, event_id } })
    const row = { id: shift.id, required_qty: shift.required_qty }
    expect(await read('id,required_qty')).toEqual([row])
    expect(await read('required_qty,id,id')).toEqual([row])
    expect(parse).toHaveBeenCalledTimes(1)
    expect(await read('id')).toEqual([{ id: shift.id }])
    expect(await read('id,role(id)')).toEqual([{ id: shift.id, role: { id: shift.role_id } }])
    await change(api, shift, (tx) =>
      tx.update(schema.shift).set({ required_qty: 7 }).where(eq(schema.shift.id, shift.id)),
    )
    await eventually(async () => expect(await read('id,required_qty')).toEqual([{ ...row, required_qty: 7 }]))
    parse.mockRestore()
  })

  it('name what is wrong with a filter or a column', async () => {
    const id = newId()
    expect(await ask({ select: 'id' })).toMatchObject({ issues: [{ path: 'query.event_id' }] })
    expect(await ask({ select: 'id', event_id: `eq.${id}`, 'role.event_id': `eq.${id}` })).toMatchObject({
      issues: [{ path: 'query.event_id' }],
    })
    expect(await ask({ select: 'id,notes', event_id: `eq.${id}` })).toMatchObject({
      issues: [{ path: 'query.select' }],
    })
  })

  it('are of no person of another organization than the assignment’s', async () => {
    const { assignment } = await buildConfirmed()
    const stranger = await buildPerson(api.deps)
    const query = { select: 'id', id: `eq.${stranger.id}` }
    expect(await api.ok(direct.readPerson, { query })).toEqual([])
    expect(await api.ok(direct.readPerson, { query: { ...query, id: `eq.${assignment.id}` } })).toEqual([
      { id: assignment.id },
    ])
  })
})
