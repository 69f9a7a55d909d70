import { session } from '@muster/contract/session'
import { signup } from '@muster/contract/signup'
import * as argon2 from '@node-rs/argon2'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as passwords from '../src/features/session/passwords.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { hold } from './hold.ts'
import { PATIENT, patiently } from './patient.ts'
import { buildShift, type ShiftRow } from './planning.ts'

const GUESSES = 60
const SIGN_UPS = 30

let api: TestApp
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp({ database_connections: 4 }, { database: { ...PATIENT, queue: 1_000 } })
  shift = await buildShift(api.deps, { required_qty: 1_000 })
  return () => api.close()
})

/** Guesses from as many addresses, for as many accounts, so that no limit refuses them. */
function guess() {
  const answered: number[] = []
  const all = Array.from({ length: GUESSES }, async (_, number) => {
    const { statusCode } = await api.inject({
      method: 'POST',
      url: session.login.path,
      remoteAddress: `198.51.100.${number}`,
      payload: { email: `guess-${number}@muster.example`, password: 'not the password' },
    })
    answered.push(statusCode)
  })
  return { answered, all: Promise.all(all) }
}

function signUp(number: number) {
  const payload = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: `${number}-${Math.random()}@volunteer.example`,
    phone: '+46701234567',
  }
  return api.inject({ method: 'POST', url: signup.signUp.path.replace(':shiftId', shift.id), payload })
}

const signUpMany = (send = signUp) =>
  Promise.all(Array.from({ length: SIGN_UPS }, (_, number) => send(number)))

const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('while a flood of logins waits for argon2', () => {
  test('every sign-up is answered, and what does not fit into the queue is refused at once', async () => {
    const { held, release } = hold()
    let under_way = 0
    vi.mocked(argon2.verify).mockImplementation(async () => {
      under_way += 1
      await held
      return false
    })
    const { answered, all } = guess()
    await eventually(() => expect(answered.length).toBeGreaterThan(0))
    expect(statusesOf(await signUpMany((number) => patiently(() => signUp(number))))).toEqual(
      Array(SIGN_UPS).fill(201),
    )
    expect(new Set(answered)).toEqual(new Set([503]))
    expect(under_way).toBeLessThanOrEqual(2)
    release()
    await all
    expect(answered.filter((status) => status === 401).length).toBeGreaterThan(30)
  })

  test('negative control: verified inside a transaction, they take every connection', async () => {
    const { held, release } = hold()
    vi.mocked(passwords.verifyPassword).mockImplementation(() =>
      api.deps.db.system(async () => {
        await held
        return false
      }),
    )
    const { all } = guess()
    const { pool } = api.deps.db
    await eventually(() => expect(pool.waitingCount).toBeGreaterThan(SIGN_UPS))
    let is_answered = false
    const answers = signUpMany().finally(() => {
      is_answered = true
    })
    await eventually(() => expect(api.deps.db.isSaturated()).toBe(true))
    expect(is_answered).toBe(false)
    expect((await signUp(SIGN_UPS)).statusCode).toBe(503)
    release()
    await Promise.all([all, answers])
  })
})

describe('argon2 at once', () => {
  test('are at most two, so that worker threads and processors are left', async () => {
    expect(await countAtOnce()).toBeLessThanOrEqual(2)
  })

  test('negative control: without the limit all are', async () => {
    vi.doMock('p-limit', () => ({ default: () => (work: () => unknown) => work() }))
    expect(await countAtOnce()).toBe(30)
    vi.doUnmock('p-limit')
  })
})

/** Loads `passwords.ts` again, so that it uses the `p-limit` of the test. */
async function countAtOnce(): Promise<number> {
  let under_way = 0
  let most = 0
  vi.mocked(argon2.verify).mockImplementation(async () => {
    under_way += 1
    most = Math.max(most, under_way)
    await new Promise((resolve) => setImmediate(resolve))
    under_way -= 1
    return false
  })
  vi.resetModules()
  const { verifyPassword } = await vi.importActual<typeof passwords>('../src/features/session/passwords.ts')
  await Promise.all(Array.from({ length: 30 }, () => verifyPassword(undefined, 'a guess')))
  return most
}
