import type { Clock } from './clock.ts'

type Step = (resume: () => void) => void

/** What one customer does, written in its order: every `yield*` is a wait in simulated time. */
export type Process<Result = void> = Generator<Step, Result, void>

export function start<Result>(process: Process<Result>, onEnd?: (result: Result) => void): void {
  let is_running = false
  let is_resumed = false
  // A wait may be over at once, while the generator is still running.
  function resume(): void {
    is_resumed = true
    if (!is_running) run()
  }
  function run(): void {
    is_running = true
    while (is_resumed) {
      is_resumed = false
      const next = process.next()
      if (next.done) onEnd?.(next.value)
      else next.value(resume)
    }
    is_running = false
  }
  resume()
}

/** `step` calls back once. */
export function* wait<Value>(step: (resume: (value: Value) => void) => void): Process<Value> {
  const got: { answer?: { value: Value } } = {}
  yield (resume) =>
    step((value) => {
      got.answer = { value }
      resume()
    })
  if (!got.answer) throw new Error('a process went on without what it waited for')
  return got.answer.value
}

export function* pause(clock: Clock, ms: number): Process {
  yield* wait<void>((resume) => clock.after(ms, resume))
}

/** Undefined when it takes longer than `ms`; it goes on all the same. */
export function* within<Result>(
  clock: Clock,
  ms: number,
  process: Process<Result>,
): Process<Result | undefined> {
  return yield* wait<Result | undefined>((resume) => {
    let is_over = false
    const end = (result: Result | undefined) => {
      if (!is_over) resume(result)
      is_over = true
    }
    start(process, end)
    if (!is_over) clock.after(ms, () => end(undefined))
  })
}

/** As `live/throttle.ts` of the product: one run at a time, on average at most one in `gap_ms()`. */
export class Throttle {
  readonly #clock: Clock
  readonly #work: () => Process
  readonly #gap_ms: () => number
  #is_requested = false
  #is_planned = false
  #is_running = false
  #due_at = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, work: () => Process, gap_ms: () => number) {
    this.#clock = clock
    this.#work = work
    this.#gap_ms = gap_ms
  }

  request(): void {
    this.#is_requested = true
    this.#plan()
  }

  #plan(): void {
    if (!this.#is_requested || this.#is_planned || this.#is_running) return
    this.#is_planned = true
    this.#clock.after(Math.max(0, this.#due_at + this.#gap_ms() - this.#clock.now), () => this.#run())
  }

  #run(): void {
    this.#is_planned = false
    this.#is_requested = false
    this.#is_running = true
    this.#due_at = Math.max(this.#due_at + this.#gap_ms(), this.#clock.now - this.#gap_ms())
    start(this.#work(), () => {
      this.#is_running = false
      this.#plan()
    })
  }
}
