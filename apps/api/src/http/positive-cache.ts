type Question = { at: number; answer: Promise<boolean> }

export type RememberedYes<Key extends string[]> = {
  ask: (...key: Key) => Promise<boolean>
  /** The answer may have changed: the next question goes to the source. */
  forget: (...key: Key) => void
}

const ENTRIES = 50_000

/**
 * Asks the source at most once in `for_ms` per key (D1, D7). Only a yes is remembered: what has just been allowed works
 * at once, on every node, and a flood of unknown keys fills no memory. Many who ask at the same time share one answer.
 */
export function rememberYes<Key extends string[]>(options: {
  for_ms: number
  now: () => string
  source: (...key: Key) => Promise<boolean>
}): RememberedYes<Key> {
  const questions = new Map<string, Question>()

  return {
    async ask(...key) {
      const name = key.join()
      const at = Date.parse(options.now())
      const known = questions.get(name)
      // Counted from the question: the answer is never older than `for_ms`, however slow it came.
      if (known && at - known.at < options.for_ms) return known.answer

      const question = { at, answer: options.source(...key) }
      if (questions.size >= ENTRIES) questions.clear()
      questions.set(name, question)
      let isYes = false
      try {
        isYes = await question.answer
      } finally {
        if (!isYes && questions.get(name) === question) questions.delete(name)
      }
      return isYes
    },
    forget: (...key) => void questions.delete(key.join()),
  }
}
