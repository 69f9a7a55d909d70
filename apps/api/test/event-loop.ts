import { setTimeout as sleep } from 'node:timers/promises'

/*
 * Measures processor time, which other load does not affect. Repeats: a slow turn may be garbage collection, or the
 * whole machine may stand still.
 */

/** Allows three times the limit of a quiet machine, because other programs can double the processor time. */
const LONGEST_TURN_MS = 60
const REPEATS = 5
/** Longer than a machine stands still. */
const PAUSE_MS = 300

/** Returns ms. On a slow machine a harmless request of the same size takes longer too. */
export async function turnLimit(harmless: () => Promise<unknown>): Promise<number> {
  const turns: number[] = []
  for (let run = 0; run <= REPEATS; run++) turns.push(await longestTurn(harmless))
  return Math.max(LONGEST_TURN_MS, 10 * Math.min(...turns))
}

/** Returns ms. Repeats the work above `limit`, to exclude other causes. */
export async function smallestTurn(work: () => Promise<unknown>, limit: number): Promise<number> {
  let longest = await longestTurn(work)
  for (let again = 0; again < REPEATS && longest > limit; again++) {
    await sleep(PAUSE_MS)
    longest = Math.min(longest, await longestTurn(work))
  }
  return longest
}

/** Returns ms. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = readClocks()
  const turn = () => {
    const now = readClocks()
    // Wall time includes other processes, processor time our other threads, so the smaller one is right.
    longest = Math.max(longest, Math.min(now.wall - before.wall, now.processor - before.processor))
    before = now
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isRunning = false
    await new Promise((resolve) => setImmediate(resolve))
  }
  return longest
}

function readClocks() {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1_000 }
}
