import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { busy } from '../../http/refusal.ts'

/** Sign-ups of one shift that hold a connection each: more would only wait for its row there. */
const AT_ONCE = 4
/** ms. Behind a database that has fallen silent nobody waits for those who wait for it. */
const MAX_WAIT = 4_000
const MAX_SHIFTS = 1_000

/**
 * Sign-ups of one shift queue here and not in the pool, so that a popular shift leaves connections to the others. Throws
 * 503 `busy` to those who wait too long; their work is then never begun.
 */
export function openShiftQueue({ max_wait = MAX_WAIT }: { max_wait?: number } = {}) {
  const queues = new LRUCache<string, LimitFunction>({ max: MAX_SHIFTS })

  return <T>(shift_id: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(shift_id) ?? pLimit(AT_ONCE)
    queues.set(shift_id, queue)
    return new Promise<T>((resolve, reject) => {
      let has_left = false
      const leaving = setTimeout(() => {
        has_left = true
        reject(busy())
      }, max_wait)
      void queue(async () => {
        if (has_left) return
        clearTimeout(leaving)
        await work().then(resolve, reject)
      })
    })
  }
}
