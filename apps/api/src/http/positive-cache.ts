import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'

export type PositiveCache<Key extends string[], Answer> = {
  ask: (...key: Key) => Promise<Answer>
  forget: (...key: Key) => void
}

const ENTRIES = 50_000

/** False and undefined are not cached: what has just been allowed works at once, and a flood of unknown keys fills no memory. */
export function openPositiveCache<Key extends string[], Answer>(options: {
  ttl: number
  now: () => string
  source: (...key: Key) => Promise<Answer>
}): PositiveCache<Key, Answer> {
  // The age is counted from the question: an answer is never older than `ttl`, however slow it came.
  const answers = new LRUCache<string, Promise<Answer>>({
    ...atMost(ENTRIES),
    // At an age of its `ttl` LRUCache still returns an entry.
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
