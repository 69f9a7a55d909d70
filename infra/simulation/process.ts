import type { Clock } from './clock.ts'

type Step = (resume: () => void) => void

/** Acts of one customer, in their order. Every `yield*` is a wait in simulated time. */
export type Process<Result = void> = Generator<Step, Result, void>

export function start<Result>(process: Process<Result>, onEnd?: (result: Result) => void): void {
  new Run(process, onEnd).resume()
}

/** A class, because creating a closure's functions for each of millions of processes takes a third of the time. */
class Run<Result> {
  readonly #process: Process<Result>
  readonly #onEnd: ((result: Result) => void) | undefined
  #is_running = false
  #is_resumed = false

  constructor(process: Process<Result>, onEnd: ((result: Result) => void) | undefined) {
    this.#process = process
    this.#onEnd = onEnd
  }

  /** Resumes the generator, which may still be running, because a wait may be over at once. */
  resume(): void {
    this.#is_resumed = true
    if (!this.#is_running) this.#run()
  }

  #run(): void {
    this.#is_running = true
    while (this.#is_resumed) {
      this.#is_resumed = false
      const next = this.#process.next()
      if (next.done) this.#onEnd?.(next.value)
      else next.value(() => this.resume())
    }
    this.#is_running = false
  }
}

/** Waits until `step` calls back, which it must do once. */
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

/** Returns undefined if the process takes longer than `ms`. It continues all the same. */
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

/** Models the product's `live/throttle.ts`: one run at a time, on average at most one in `gap_ms()`. */
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
