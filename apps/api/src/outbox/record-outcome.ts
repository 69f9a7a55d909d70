import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { announce, announceMessages } from '../live/announce.ts'
import { type Changed, type Learnt, settle } from './settle.ts'

/** Writes down what was learnt of messages and tells those who watch: a broadcast (D29), a history. Returns what has changed. */
export async function learn(tx: Tx, learnt: readonly Learnt[]): Promise<Changed[]> {
  const changed = await settle(tx, learnt)
  const broadcasts = new Map(
    changed.map(({ broadcast_id, organization_id }) => [broadcast_id, organization_id]),
  )
  for (const [broadcast_id, organization_id] of broadcasts) {
    if (broadcast_id && organization_id) announce(tx, { kind: 'broadcast', organization_id, broadcast_id })
  }
  announceMessages(tx, changed)
  return changed
}

/** While the database is away what was learnt is kept, ms between tries. */
const AGAIN_MS = 500
/** Once the worker stops, ms: what is not written down by then is resolved as after a crash. */
const TRIES_AT_STOP_MS = 5_000

type Learner = {
  learnt(learnt: Learnt): Promise<void>
  /** The worker stops: a database that is away is not waited for much longer. */
  stop(): void
}

/**
 * The same for outcomes that come one by one, many a moment: what comes while one transaction is under way goes
 * together into the next (measured: 20 times the messages a second of one transaction each).
 */
export function openLearner({ db, log }: Pick<Deps, 'db' | 'log'>): Learner {
  let give_up_at = Number.POSITIVE_INFINITY
  let waiting: Learnt[] = []
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    // The same moment's other outcomes first.
    await Promise.resolve()
    const batch = waiting
    waiting = []
    writing = undefined
    await write(batch)
  }

  async function write(batch: readonly Learnt[]): Promise<void> {
    for (;;) {
      try {
        await db.system((tx) => learn(tx, batch))
        return
      } catch (error) {
        if (performance.now() >= give_up_at) {
          log.error({ err: error, messages: batch.length }, 'outcomes could not be written down')
          return
        }
        log.error({ err: error, messages: batch.length }, 'outcomes could not be written down; trying again')
        await sleep(AGAIN_MS)
      }
    }
  }

  let last: Promise<void> = Promise.resolve()
  return {
    learnt(learnt) {
      waiting.push(learnt)
      writing ??= last = last.then(writeAll)
      return writing
    },
    stop() {
      give_up_at = performance.now() + TRIES_AT_STOP_MS
    },
  }
}
