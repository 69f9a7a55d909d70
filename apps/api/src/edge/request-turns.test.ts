import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turnOver } from 'node:timers/promises'
import { direct } from '@muster/contract/direct'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { installErrorHandler } from './error-handler.ts'
import { installRequestTurns, LONGEST_TURN_WAIT, PER_TURN, type RequestTurns } from './request-turns.ts'
import { installSaturationLimit } from './saturation.ts'

const CROWD = 200
const forgiving: RequestTurns = { isLate: () => false }

let app: FastifyInstance
let immediate: NodeJS.Immediate
afterEach(() => {
  vi.restoreAllMocks()
  clearImmediate(immediate)
  return app.close()
})

/** Sends many requests at once. Returns the requests that each turn of the event loop has begun. */
async function countTurns(install: (app: FastifyInstance) => unknown): Promise<number[][]> {
  const turns: number[][] = []
  let turn: number[] | undefined
  const endTurn = () => {
    turn = undefined
    immediate = setImmediate(endTurn)
  }
  endTurn()
  app = Fastify()
  install(app)
  app.get<{ Params: { number: string } }>('/:number', async ({ params }) => {
    if (!turn) {
      turn = []
      turns.push(turn)
    }
    turn.push(Number(params.number))
    return ''
  })
  await app.ready()
  for (const crowd of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: CROWD }, (_, number) => app.inject(`/${number}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(turns.flat()).toHaveLength(crowd * CROWD)
    await turnOver()
  }
  return turns
}

test('a turn begins a few requests, in the order in which they came', async () => {
  const turns = await countTurns(installRequestTurns)
  expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(PER_TURN)
  const numbers = Array.from({ length: CROWD }, (_, number) => number)
  expect(turns.flat()).toEqual([...numbers, ...numbers])
})

test('negative control: otherwise one turn begins them all', async () => {
  const turns = await countTurns(() => undefined)
  expect(turns.map(({ length }) => length)).toEqual([CROWD, CROWD])
})

/** `serve` simulates the work of each request. `begun`: numbers of the requests that were not refused. */
async function buildBusy(serve: () => void, refusing: boolean) {
  const begun: number[] = []
  app = Fastify()
  installErrorHandler(app)
  const turns = installRequestTurns(app)
  installSaturationLimit(app, { db: { isSaturated: () => false } }, refusing ? turns : forgiving)
  app.get<{ Params: { number: string } }>(
    '/:number',
    { config: { tsRestRoute: direct.readShifts } },
    async ({ params }) => {
      begun.push(Number(params.number))
      serve()
      return ''
    },
  )
  await app.ready()
  return begun
}

/** ms */
const SLOW = 50
const TOO_MANY = (1.5 * LONGEST_TURN_WAIT) / SLOW

/** Stops the clock. Each call of the returned function advances it by `SLOW`. */
function passTime(): () => void {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return () => {
    now += SLOW
  }
}

async function askTooMany(): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: TOO_MANY }, (_, number) => app.inject(`/${number}`)))
  return answers.map(({ statusCode }) => statusCode)
}

test('a request that has waited too long to begin is refused, and the next crowd is served again', async () => {
  const begun = await buildBusy(passTime(), true)
  const statuses = await askTooMany()
  const served = statuses.filter((status) => status === 200).length
  expect(served).toBeGreaterThan(0)
  expect(served).toBeLessThan(TOO_MANY)
  expect(statuses).toEqual(statuses.map((_, number) => (number < served ? 200 : 503)))
  expect(begun).toHaveLength(served)
  expect((await app.inject('/0')).statusCode).toBe(200)
})

test('negative control: otherwise the last waits for all before it', async () => {
  await buildBusy(passTime(), false)
  const asked_at = performance.now()
  expect(new Set(await askTooMany())).toEqual(new Set([200]))
  expect(performance.now() - asked_at).toBeGreaterThan(LONGEST_TURN_WAIT)
})

test('those who are refused take no turn from those who still wait', async () => {
  const begun = await buildBusy(() => undefined, true)
  const clock = vi.spyOn(performance, 'now')
  const started_at = performance.now()
  clock.mockReturnValue(started_at)
  const late = Array.from({ length: CROWD }, (_, number) => app.inject(`/${number}`))
  while (begun.length < PER_TURN) await turnOver()
  clock.mockReturnValue(started_at + LONGEST_TURN_WAIT + 1)
  const asked = app.inject(`/${CROWD}`)
  let turns = 0
  while (!begun.includes(CROWD)) {
    await turnOver()
    turns += 1
  }
  // In turns of eight this would take 25 turns.
  expect(turns).toBeLessThan(CROWD / PER_TURN / 2)
  expect((await asked).statusCode).toBe(200)
  const statuses = (await Promise.all(late)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(CROWD / 2)
})

/** Uses 1 ms of the processor. */
function work(): void {
  const until = performance.now() + 1
  while (performance.now() < until);
}

/** One client sends many requests at once and disconnects at the first answer. */
async function askAndGo(): Promise<void> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const requests = Array.from(
    { length: CROWD },
    (_, n) => `GET /${n} HTTP/1.1\r\nhost: muster.example\r\n\r\n`,
  )
  socket.write(requests.join(''))
  await once(socket, 'data')
  socket.destroy()
  for (let turn = 0; turn < CROWD; turn++) await turnOver()
}

test('nothing is done for a client that has gone', async () => {
  const begun = await buildBusy(work, true)
  await askAndGo()
  expect(begun.length).toBeLessThan(CROWD)
})

test('negative control: otherwise all that it asked for is done', async () => {
  const begun = await buildBusy(work, false)
  await askAndGo()
  expect(begun).toHaveLength(CROWD)
})
