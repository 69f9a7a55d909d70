export type Throttle = {
  /** Starts the work after this call, so it sees everything that happened before. */
  request(): void
  stop(): void
}

/**
 * Runs the work one at a time, on average at most once in `gap_ms()`. An idle time of up to one gap is made up for,
 * so that requests which come at this rate, but not evenly, each get a run.
 */
export function throttle(work: () => Promise<void> | void, gap_ms: () => number): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isRequested = false
  let isRunning = false
  let isStopped = false
  /** When the last run was due, but at most one gap before it began. */
  let due_at = Number.NEGATIVE_INFINITY

  function schedule(): void {
    if (!isRequested || isRunning || isStopped || timer) return
    timer = setTimeout(() => void run(), Math.max(0, due_at + gap_ms() - performance.now()))
  }

  async function run(): Promise<void> {
    timer = undefined
    isRequested = false
    isRunning = true
    due_at = Math.max(due_at + gap_ms(), performance.now() - gap_ms())
    try {
      await work()
    } finally {
      isRunning = false
      schedule()
    }
  }

  return {
    request() {
      isRequested = true
      schedule()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
