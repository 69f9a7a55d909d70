export type Throttle = {
  /** Work begins after this call, so it sees everything from before. */
  request(): void
  stop(): void
}

/** One run at a time, and starts at least `gap_ms()` apart. */
export function throttle(work: () => Promise<void> | void, gap_ms: () => number): Throttle {
  let timer: NodeJS.Timeout | undefined
  let isRequested = false
  let isRunning = false
  let isStopped = false
  let started_at = Number.NEGATIVE_INFINITY

  function schedule(): void {
    if (!isRequested || isRunning || isStopped || timer) return
    timer = setTimeout(() => void run(), Math.max(0, started_at + gap_ms() - performance.now()))
  }

  async function run(): Promise<void> {
    timer = undefined
    isRequested = false
    isRunning = true
    started_at = performance.now()
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
