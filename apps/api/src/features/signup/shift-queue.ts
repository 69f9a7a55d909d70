import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { busy } from '../../http/refusal.ts'

/** Sign-ups of one shift that hold a connection: more would only wait for the shift's lock. */
const CONCURRENCY = 4
/** ms */
const MAX_WAIT = 4_000
const MAX_SHIFTS = 1_000

/**
 * Sign-ups of one shift wait here and not for the pool, so that a popular shift leaves connections to others. Throws 503
 * `busy` after `max_wait`; the work is then not started.
 */
export function openShiftQueue({ max_wait = MAX_WAIT }: { max_wait?: number } = {}) {
  const queues = new LRUCache<string, LimitFunction>({ max: MAX_SHIFTS })

  return <T>(shift_id: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(shift_id) ?? pLimit(CONCURRENCY)
    queues.set(shift_id, queue)
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
