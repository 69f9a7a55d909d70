import { newId } from '../db/ids.ts'
import type { Deps } from '../deps.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { sweepRateLimits } from '../http/rate-limit.ts'
import { openProviders } from '../providers/open-providers.ts'
import type { Providers } from '../providers/provider.ts'
import { openMailLane, openSmsLane } from './deliver.ts'
import { beat, stopBeating } from './heartbeat.ts'
import { sweepQuotas } from './limit-unasked.ts'
import { sweepWebhookEvents } from './receipts.ts'
import { repeat } from './repeat.ts'
import { resolveUnheard } from './resolve.ts'

const POLL_MS = 2_000
const RESOLVE_MS = 5_000
const BEAT_MS = 10_000
const SWEEP_MS = 3_600_000

/**
 * Sends what the outbox holds, until stopped. The poll is the truth; an announcement only shortens the wait. `stop`
 * claims nothing more and resolves when what was claimed is settled.
 */
export function startOutbox(
  deps: Deps,
  providers: Providers = openProviders(deps),
): { stop: () => Promise<void> } {
  const { db, bus, log, config } = deps
  const { mail, sms } = providers
  if (!mail) log.warn('no provider of e-mail is configured: messages wait in the outbox')
  if (!sms) log.warn('no provider of SMS is configured: messages wait in the outbox')
  const mails = mail && { lane: openMailLane(deps, mail), per_second: config.mails_per_second }
  const texts = sms && { lane: openSmsLane(deps, sms), per_second: config.sms_per_second }
  const lanes = [mails, texts].flatMap((each) => each ?? [])

  const worker_id = newId()
  const heartbeat = repeat(deps, BEAT_MS, async () => {
    const alive = await db.system((tx) => beat(tx, worker_id))
    for (const { lane, per_second } of lanes) {
      lane.setRate(per_second / alive)
      await lane.renew()
    }
  })
  const sweeping = repeat(deps, SWEEP_MS, async () => {
    await db.system(sweepIdempotencyKeys)
    await db.system(sweepRateLimits)
    await db.system(sweepWebhookEvents)
    await db.system(sweepQuotas)
  })
  const resolving = repeat(deps, RESOLVE_MS, () => resolveUnheard(deps, providers))
  const deliveries = lanes.map(({ lane }) => repeat(deps, POLL_MS, (stopping) => lane.run(stopping)))
  const unsubscribe = bus.subscribe(({ kind }) => {
    // After a break announcements may have been lost.
    if (kind === 'outbox' || kind === 'resync') for (const delivery of deliveries) delivery.wake()
  })

  return {
    async stop() {
      unsubscribe()
      for (const { lane } of lanes) lane.stop()
      await Promise.all([...deliveries, resolving, sweeping].map((each) => each.stop()))
      await Promise.all(lanes.map(({ lane }) => lane.settled()))
      await heartbeat.stop()
      mail?.close?.()
      sms?.close?.()
      await db.system((tx) => stopBeating(tx, worker_id))
    },
  }
}
