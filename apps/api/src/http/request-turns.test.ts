import { setImmediate as turnOver } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { installRequestTurns, PER_TURN } from './request-turns.ts'

const CROWD = 200
/** ms of the processor. */
const WORK = 1

let app: FastifyInstance
let immediate: NodeJS.Immediate
afterEach(() => {
  clearImmediate(immediate)
  return app.close()
})

/** A crowd asks at once. Returns whom each turn of the event loop has begun to serve. */
async function countTurns(install: (app: FastifyInstance) => void): Promise<number[][]> {
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
    const until = performance.now() + WORK
    while (performance.now() < until);
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
