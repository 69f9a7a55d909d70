import { errorBody } from '@muster/contract/errors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { hold } from '../../test/hold.ts'
import { PATIENT } from '../../test/patient.ts'
import { buildShift, type ShiftRow } from '../../test/planning.ts'

/* All connections are in use and a request has waited longer than the limit. */

let api: TestApp
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp({ database_connections: 2 }, { database: { ...PATIENT, queue: 50 } })
  shift = await buildShift(api.deps)
})
afterAll(() => api.close())

/** Holds both connections, with a third transaction in the queue, until it is released. */
async function saturate() {
  const { db } = api.deps
  const { held, release } = hold()
  const transactions = [1, 2, 3].map(() => db.system(() => held))
  await eventually(() => expect(db.isSaturated()).toBe(true))
  return {
    release: async () => {
      release()
      await Promise.all(transactions)
    },
  }
}

const signUp = () =>
  api.inject({
    method: 'POST',
    url: `/shifts/${shift.id}/signup`,
    payload: { first_name: 'Åsa', last_name: 'Öberg', email: 'asa@volunteer.example', phone: '+46701234567' },
  })

test('a sign-up is refused at the edge, asks for no connection, and succeeds afterwards', async () => {
  const { pool } = api.deps.db
  const { release } = await saturate()
  const queue = pool.waitingCount
  const answer = await signUp()
  expect(answer.statusCode).toBe(503)
  const { code, retry_after = 0 } = errorBody.parse(answer.json())
  expect(code).toBe('busy')
  expect(answer.headers['retry-after']).toBe(String(retry_after))
  expect(pool.waitingCount).toBe(queue)
  await release()
  expect((await signUp()).statusCode).toBe(201)
})

test('negative control: let in, it makes the queue longer', async () => {
  const { db } = api.deps
  const { release } = await saturate()
  vi.spyOn(db, 'isSaturated').mockReturnValue(false)
  const queue = db.pool.waitingCount
  const answer = signUp()
  await expect.poll(() => db.pool.waitingCount).toBe(queue + 1)
  await release()
  await answer
})

test('the waits that are suggested differ: not everybody comes back in one moment', async () => {
  const { release } = await saturate()
  const answers = await Promise.all(Array.from({ length: 40 }, signUp))
  await release()
  const waits = new Set(answers.map((answer) => Number(answer.headers['retry-after'])))
  expect(waits.size).toBeGreaterThan(2)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(5)
})

test('an administrator’s call is refused before their session is asked for', async () => {
  const { release } = await saturate()
  const answer = await api.inject({ url: '/admin/shifts', headers: { authorization: 'Bearer x' } })
  expect(answer.json()).toMatchObject({ code: 'busy' })
  await release()
})

test('health, the public page and the worker are let through', async () => {
  const { db } = api.deps
  const { release } = await saturate()
  const page = api.inject({ url: `/events/${shift.event_id}/public` })
  const work = db.system(async () => 'worked')
  expect((await api.inject({ url: '/healthz' })).statusCode).toBe(200)
  await release()
  expect((await page).statusCode).toBe(200)
  expect(await work).toBe('worked')
})
