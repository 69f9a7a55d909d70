import { untilNone } from '../db/in-batches.ts'
import type { Deps } from '../deps.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { sweepRateLimits } from '../http/rate-limit.ts'
import { sweepQuotas } from './digests.ts'
import { sweepWebhookEvents } from './receipts.ts'

const SWEEPS = {
  idempotency_key: sweepIdempotencyKeys,
  rate_limit: sweepRateLimits,
  webhook_event: sweepWebhookEvents,
  mail_quota: sweepQuotas,
}

/** A sweep that fails does not stop the others. */
export async function sweepAll({ db, log }: Pick<Deps, 'db' | 'log'>, stopping: AbortSignal): Promise<void> {
  for (const [table, sweep] of Object.entries(SWEEPS)) {
    try {
      await untilNone({ db }, sweep, { stopping })
    } catch (error) {
      log.error({ err: error, table }, 'a table could not be swept')
    }
  }
}
