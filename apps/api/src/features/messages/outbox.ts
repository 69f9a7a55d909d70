import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { sweepIdempotencyKeys } from '../../http/idempotency.ts'
import { sweepRateLimits } from '../../http/rate-limit.ts'
import { deliverDue } from './deliver.ts'
import type { Providers } from './mail.ts'
import { openCapture } from './providers/capture.ts'
import { beat, stopBeating } from './queries.ts'
import { repeat } from './repeat.ts'

const POLL_MS = 2_000
const BEAT_MS = 10_000
const SWEEP_MS = 3_600_000

/**
 * Sends what the outbox holds, until stopped. The poll is the truth; an announcement only shortens the wait. `stop`
 * claims nothing more and resolves when what was claimed is settled.
 */
export function startOutbox(
  deps: Deps,
  providers: Providers | undefined = chooseProviders(deps),
): { stop: () => Promise<void> } {
  const { db, bus } = deps
  const worker_id = newId()
  const heartbeat = repeat(deps, BEAT_MS, () => db.system((tx) => beat(tx, worker_id)))
  const sweeping = repeat(deps, SWEEP_MS, async () => {
    await db.system(sweepIdempotencyKeys)
    await db.system(sweepRateLimits)
  })
  const delivery = providers && repeat(deps, POLL_MS, (stopping) => deliverDue(deps, providers, stopping))
  const unsubscribe = bus.subscribe(({ kind }) => {
    if (kind === 'outbox') delivery?.wake()
  })

  return {
    async stop() {
      unsubscribe()
      await Promise.all([delivery?.stop(), sweeping.stop(), heartbeat.stop()])
      await db.system((tx) => stopBeating(tx, worker_id))
    },
  }
}

/** Production has no provider until one is configured: messages then wait, and nothing claims to have sent them. */
function chooseProviders({ config, log, now }: Deps): Providers | undefined {
  if (!config.production) return openCapture({ data_dir: config.data_dir, now })
  log.warn('no provider is configured: messages wait in the outbox')
  return undefined
}
