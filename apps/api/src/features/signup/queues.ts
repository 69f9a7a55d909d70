import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { busy } from '../../edge/refusal.ts'

/**
 * Maximum number of sign-ups at work on one shift, or of several of an event: more would wait for a lock, each with
 * a connection.
 */
export const CONCURRENCY = 4
/** Maximum wait for a turn, in milliseconds. */
export const MAX_WAIT = 4_000
const MAX_QUEUES = 1_000

/**
 * Limits each queue, to leave connections of the pool to others: while 500 clients sign up on one shift, a sign-up on
 * another takes at most 0.7 s, without queues 3.7 s (medians of three, on a machine with other work). Throws 503 `busy`
 * after `max_wait` if work has not started.
 */
export function createQueues({ max_wait = MAX_WAIT }: { max_wait?: number } = {}) {
  const queues = new LRUCache<string, LimitFunction>({ max: MAX_QUEUES })

  return <T>(of: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(of) ?? pLimit(CONCURRENCY)
    queues.set(of, queue)
    return new Promise<T>((resolve, reject) => {
      let is_refused = false
      const timer = setTimeout(() => {
        is_refused = true
        reject(busy())
      }, max_wait)
      void queue(async () => {
        if (is_refused) return
        clearTimeout(timer)
        await work().then(resolve, reject)
      })
    })
  }
}
