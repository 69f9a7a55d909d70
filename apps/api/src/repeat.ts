import type { Deps } from './deps.ts'

export type RepeatedTask = {
  /** Runs now, or once more after the run in progress. */
  wake: () => void
  stop: () => Promise<void>
}

/** Repeats a task, which never runs twice at once. Errors are logged; the next run is the retry. */
export function repeat(
  { log }: Pick<Deps, 'log'>,
  every_ms: number,
  task: (stopping: AbortSignal) => Promise<unknown>,
): RepeatedTask {
  const stopping = new AbortController()
  let wakeUp: (() => void) | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Created before the task runs, so that a call of `wake` during it is not missed.
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      try {
        await task(stopping.signal)
      } catch (error) {
        log.error({ err: error }, 'a repeated task failed')
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
