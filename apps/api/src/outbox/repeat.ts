import type { Deps } from '../deps.ts'

export type Repeated = {
  /** Does not wait for the interval. During a run: once more after it. */
  wake: () => void
  /** Resolves when a run under way has ended. */
  stop: () => Promise<void>
}

/** Runs `work` now and then every so often, never twice at once. A failure is logged; the next run is the retry. */
export function repeat(
  { log }: Pick<Deps, 'log'>,
  every_ms: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
): Repeated {
  const stopping = new AbortController()
  let wakeUp: (() => void) | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Made before the work, so that a call during it is not missed.
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      try {
        await work(stopping.signal)
      } catch (error) {
        log.error({ err: error }, 'repeated work failed')
      }
      const timer = setTimeout(() => wakeUp?.(), every_ms)
      await woken
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    wake: () => wakeUp?.(),
    stop() {
      stopping.abort()
      wakeUp?.()
      return running
    },
  }
}
