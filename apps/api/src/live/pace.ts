/** Work that is asked for more often than it should be done. */
export type Pace = {
  /** The work begins soon after this, and sees everything from before it began. */
  request(): void
  stop(): void
}

/** Runs `work` when requested: never twice at a time, and its beginnings at least `gap_ms()` apart. */
export function pace(work: () => Promise<void> | void, gap_ms: () => number): Pace {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  let isRunning = false
  let isStopped = false
  let began_at = Number.NEGATIVE_INFINITY

  function plan(): void {
    if (!isWanted || isRunning || isStopped || timer) return
    timer = setTimeout(() => void run(), Math.max(0, began_at + gap_ms() - performance.now()))
  }

  async function run(): Promise<void> {
    timer = undefined
    isWanted = false
    isRunning = true
    began_at = performance.now()
    try {
      await work()
    } finally {
      isRunning = false
      plan()
    }
  }

  return {
    request() {
      isWanted = true
      plan()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
