import { topics } from '@muster/contract/live'
import { messages } from '@muster/contract/messages'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { closeClients, join, listen, openClient } from '../../../test/live.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { PATIENT } from '../../../test/patient.ts'
import { buildPerson } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { closeDeps, createDeps } from '../../deps.ts'
import { createPostgresBus } from '../../live/bus-postgres.ts'
import { recordReceipts } from '../../outbox/receipts.ts'
import { receiveSms } from './receive-sms.ts'

/* Tests of the hints to an open message dialog when a person's history changes. */

let api: TestApp
let address: string
let admin: Administrator
let stranger: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  address = await listen(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await buildAdministrator(api)
  stranger = await buildAdministrator(api)
})
afterEach(closeClients)

const tokenOf = ({ headers }: Administrator) => headers.authorization.replace('Bearer ', '')
const somebodyOf = ({ organization_id }: Administrator) =>
  buildPerson(api.deps, { organization_id, phone: '+46701234567' })
const send = (by: Administrator, id: string) =>
  api.ok(messages.sendSms, { headers: by.headers, params: { id }, body: { message: 'Hej' } })

/** Collects the hints on a person's topic. */
async function watch(by: Administrator, person_id: string): Promise<unknown[]> {
  const channel = openClient(address).channel(topics.person(person_id), { token: tokenOf(by) })
  const hints: unknown[] = []
  channel.on('changed', (hint) => hints.push(hint))
  expect(await join(channel)).toEqual({})
  return hints
}

test('hints when messages are written, sent, delivered and answered', async () => {
  const { id } = await somebodyOf(admin)
  const hints = await watch(admin, id)
  const untilHinted = (times: number) => eventually(() => expect(hints).toHaveLength(times))

  const { id: message_id } = await send(admin, id)
  await untilHinted(1)
  await deliverDue(api.deps, buildProviders().providers)
  await untilHinted(2)
  const { organization_id } = admin
  const receipt = { provider: 'twilio', provider_event_id: newId(), organization_id, id: message_id }
  await recordReceipts(api.deps, [{ ...receipt, event: 'delivered' }])
  await untilHinted(3)
  const answer = { provider_message_id: newId(), from: '+46701234567', to: '+46700000000', text: 'Ja!' }
  await receiveSms(api.deps, answer)
  await untilHinted(4)
  // A repeated receipt changes nothing.
  await recordReceipts(api.deps, [{ ...receipt, event: 'delivered' }])
  await receiveSms(api.deps, answer)
  expect(hints).toEqual([{}, {}, {}, {}])
})

test('no hints about other people or organisations', async () => {
  const [mine, theirs] = [await somebodyOf(admin), await somebodyOf(stranger)]
  const hints = await watch(admin, mine.id)
  const others = await watch(stranger, theirs.id)
  await send(stranger, theirs.id)
  await send(admin, (await somebodyOf(admin)).id)
  // An announcement without ids may concern every person of its organisation.
  const { organization_id } = stranger
  api.deps.bus.publish([{ kind: 'messages', organization_id, person_ids: [] }])
  await eventually(() => expect(others.length).toBeGreaterThan(0))
  expect(hints).toEqual([])
})

const refusal = (person_id: string, payload: object) =>
  join(openClient(address).channel(topics.person(person_id), payload)).catch(
    (error: { reply: unknown }) => error.reply,
  )

test('a join without permission is answered like an unknown topic', async () => {
  const { id } = await somebodyOf(admin)
  const foreign = { token: tokenOf(stranger) }
  expect(await refusal(id, foreign)).toEqual({ reason: 'not_found' })
  expect(await refusal(newId(), foreign)).toEqual({ reason: 'not_found' })
  expect(await refusal('everybody', foreign)).toEqual({ reason: 'not_found' })
  expect(await refusal(id, {})).toEqual({ reason: 'session_required' })
})

test('hints of a worker process arrive over the bus', async () => {
  const database_url = String(api.deps.db.pool.options.connectionString)
  const { config, log, keys } = api.deps
  const [here, there] = [
    await createPostgresBus({ url: database_url, log }),
    await createPostgresBus({ url: database_url, log }),
  ]
  here.subscribe((announcement) => api.deps.bus.publish([announcement]))
  const worker = createDeps({ config, log, keys, bus: there, database_url, database_timeouts: PATIENT })
  try {
    const { id } = await somebodyOf(admin)
    await send(admin, id)
    const hints = await watch(admin, id)
    await deliverDue(worker, buildProviders().providers)
    await eventually(() => expect(hints).toEqual([{}]))
  } finally {
    await closeDeps(worker)
    await here.close()
  }
})
