import { afterEach, expect, test } from 'vitest'
import { countGap } from './presence.ts'
import { frameGap } from './room-reads.ts'
import { SENDS_AT_ONCE, sendInTurns } from './send-in-turns.ts'

const MANY = Array.from({ length: 5 * SENDS_AT_ONCE }, (_, at) => at)

let immediate: NodeJS.Immediate
afterEach(() => clearImmediate(immediate))

/** Returns how many were sent in each turn of the event loop. */
async function countTurns(sendAll: (send: () => void) => Promise<void>): Promise<number[]> {
  const turns = [0]
  const endTurn = () => {
    turns.push(0)
    immediate = setImmediate(endTurn)
  }
  endTurn()
  await sendAll(() => {
    turns.push((turns.pop() ?? 0) + 1)
  })
  return turns
}

test('what is sent to many leaves turns to others', async () => {
  const sent: number[] = []
  const turns = await countTurns((send) =>
    sendInTurns(MANY, (to) => {
      sent.push(to)
      send()
    }),
  )
  expect(sent).toEqual(MANY)
  expect(Math.max(...turns)).toBe(SENDS_AT_ONCE)
})

test('negative control: otherwise all is sent in one turn', async () => {
  const turns = await countTurns(async (send) => MANY.forEach(send))
  expect(Math.max(...turns)).toBe(MANY.length)
})

test.each([
  [1, 50],
  [2_000, 50],
  [5_000, 350],
  [100_000, 1_000],
])('%d viewers: %d ms between frames', (viewers, gap) => expect(frameGap(viewers)).toBe(gap))

test.each([
  [1, 250],
  [1_000, 250],
  [10_000, 2_000],
])('%d visitors at forms: %d ms between their counts', (visitors, gap) =>
  expect(countGap(visitors)).toBe(gap),
)
