import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'

export type PositiveCache<Key extends string[], Answer> = {
  ask: (...key: Key) => Promise<Answer>
  forget: (...key: Key) => void
}

const ENTRIES = 50_000

/** Does not cache false and undefined: a new permission works at once, and many unknown keys fill no memory. */
export function createPositiveCache<Key extends string[], Answer>(options: {
  ttl: number
  now: () => string
  source: (...key: Key) => Promise<Answer>
}): PositiveCache<Key, Answer> {
  // The age is counted from the call of `source`: an answer is never older than `ttl`, however long the call took.
  const answers = new LRUCache<string, Promise<Answer>>({
    ...atMost(ENTRIES),
    // LRUCache still returns an entry whose age equals its `ttl`.
    ttl: options.ttl - 1,
    ttlResolution: 0,
    perf: { now: () => Date.parse(options.now()) },
  })

  return {
    async ask(...key) {
      const name = key.join()
      const known = answers.get(name)
      if (known) return known

      const answer = options.source(...key)
      answers.set(name, answer)
      let isPositive = false
      try {
        const given = await answer
        isPositive = Boolean(given)
        return given
      } finally {
        if (!isPositive && answers.peek(name) === answer) answers.delete(name)
      }
    },
    forget: (...key) => void answers.delete(key.join()),
  }
}
