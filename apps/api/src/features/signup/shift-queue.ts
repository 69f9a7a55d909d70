import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Sign-ups of one shift that hold a connection each: more would only wait for its row there. */
const AT_ONCE = 4
const MAX_SHIFTS = 1_000

/** Sign-ups of one shift queue here and not in the pool, so that a popular shift leaves connections to the others. */
export function openShiftQueue() {
  const queues = new LRUCache<string, LimitFunction>({ max: MAX_SHIFTS })

  return <T>(shift_id: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(shift_id) ?? pLimit(AT_ONCE)
    queues.set(shift_id, queue)
    return queue(work)
  }
}
