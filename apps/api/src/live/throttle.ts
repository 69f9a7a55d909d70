export type Throttle = {
  /** Work begins after this call, so it sees everything from before. */
  request(): void
  stop(): void
}

/**
 * One run at a time, on average at most one in `gap_ms()`. Up to one gap without a run is made up for, so that requests which
 * come at this rate, but not evenly, each get a run.
 */
export function throttle(work: () => Promise<void> | void, gap_ms: () => number): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isRequested = false
  let isRunning = false
  let isStopped = false
  /** Of the last run: when it was due, or later. */
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
