import timers from 'node:timers/promises'
import { session } from '@muster/contract/session'
import * as argon2 from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as passwords from '../src/features/session/passwords.ts'
import { answerBytes } from './answer-bytes.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { awaitLocks } from './await-locks.ts'
import { eventually } from './eventually.ts'
import { hold } from './hold.ts'
import { recordStatements } from './recorded-statements.ts'
import { buildAccount } from './sessions.ts'

/*
 * D6: the response time does not reveal whether an account exists. The work is counted, because milliseconds vary
 * with the load. `features/session/session.test.ts` compares the bytes.
 */

vi.mock('node:timers/promises', { spy: true })

const UNKNOWN = 'nobody@muster.example'

let api: TestApp
let known: string
beforeAll(async () => {
  api = await buildTestApp()
  known = (await buildAccount(api)).email
  return () => api.close()
})

const post = (url: string, payload: object) => api.inject({ method: 'POST', url, payload })
const guess = (email: string) => post(session.login.path, { email, password: 'not the password' })

describe('a failed login costs the same for an unknown e-mail', () => {
  test('one argon2 of the same cost', async () => {
    const costs: string[][] = []
    for (const email of [known, UNKNOWN, 'not an address', '']) costs.push(await costsOf(email))
    expect(costs[0]).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1$/)])
    expect(new Set(costs.map(String)).size).toBe(1)
  })

  test('the same statements', async () => {
    const statements = await statementsOf(known)
    expect(statements).not.toEqual([])
    expect(await statementsOf(UNKNOWN)).toEqual(statements)
  })

  test('negative control: without the decoy it costs none', async () => {
    vi.mocked(passwords.verifyPassword).mockImplementation(
      async (hash, password) => hash !== undefined && argon2.verify(hash, password),
    )
    expect(await costsOf(known)).toHaveLength(1)
    expect(await costsOf(UNKNOWN)).toHaveLength(0)
  })
})

async function statementsOf(email: string): Promise<string[]> {
  return (await recordStatements(() => guess(email))).map(({ text }) => text).toSorted()
}

/** Returns algorithm and parameters of each argon2 call of a failed login. */
async function costsOf(email: string): Promise<string[]> {
  vi.mocked(argon2.verify).mockClear()
  expect((await guess(email)).statusCode).toBe(401)
  return vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'))
}

describe('a requested reset is answered at the same moment for an unknown e-mail', () => {
  test('both wait for the timer, however long the work took', async () => {
    const timer = hold()
    const sleep = vi.mocked(timers.setTimeout)
    sleep.mockImplementation(() => timer.held)
    const answers = askForBoth()
    await eventually(() => expect(sleep).toHaveBeenCalledTimes(2))
    expect(answers.order).toEqual([])
    // The time that the work took is subtracted.
    for (const [ms = 0] of sleep.mock.calls) expect(ms).toBeLessThanOrEqual(250)
    timer.release()
    const [first, second] = await answers.all
    expect(first && second && answerBytes(first)).toBe(second && answerBytes(second))
  })

  test('negative control: without the timer the unknown one is answered first', async () => {
    vi.mocked(timers.setTimeout).mockResolvedValue(undefined)
    const { held, release } = hold()
    const locked = hold()
    const lock = api.deps.db.system(async (tx) => {
      await tx.execute(sql`lock table one_time_token in exclusive mode`)
      locked.release()
      await held
    })
    await locked.held
    const answers = askForBoth()
    await awaitLocks(api.deps, 1)
    await eventually(() => expect(answers.order).toEqual([UNKNOWN]))
    release()
    await Promise.all([lock, answers.all])
    expect(answers.order).toEqual([UNKNOWN, known])
  })
})

function askForBoth() {
  const order: string[] = []
  const ask = async (email: string) => {
    const answer = await post(session.requestPasswordReset.path, { email })
    order.push(email)
    return answer
  }
  return { order, all: Promise.all([ask(known), ask(UNKNOWN)]) }
}
