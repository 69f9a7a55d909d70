/*
 * How long one request blocks the event loop. Measured in processor time, which does not depend on other load. A request
 * is repeated: a single slow attempt is garbage collection or compilation.
 */

/** What no request may exceed on a quiet machine, ms. */
const LONGEST_TURN_MS = 20
const REPEATS = 5

/** The limit on this machine, ms: a slow one needs longer for a harmless request of the same size, too. */
export async function turnLimit(harmless: () => Promise<unknown>): Promise<number> {
  return Math.max(LONGEST_TURN_MS, 10 * (await smallestTurn(harmless, 0)))
}

/** The longest turn while `work` runs, ms, as it is when nothing else adds to it: repeated where it is over `limit`. */
export async function smallestTurn(work: () => Promise<unknown>, limit: number): Promise<number> {
  let longest = await longestTurn(work)
  for (let again = 0; again < REPEATS && longest > limit; again++) {
    longest = Math.min(longest, await longestTurn(work))
  }
  return longest
}

/** The longest turn of the event loop while `work` runs, ms. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = readClocks()
  const turn = () => {
    const now = readClocks()
    // The wall clock counts other processes too, the other one our own threads beside the loop: the smaller is right.
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
