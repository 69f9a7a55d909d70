import { newId } from '../db/ids.ts'
import type { Deps } from '../deps.ts'
import type { Providers } from '../providers/provider.ts'
import { repeat } from '../repeat.ts'
import { createMailSender, createSmsSender } from './deliver.ts'
import { deleteHeartbeat, recordHeartbeat } from './monitoring.ts'

const POLL_MS = 2_000
const HEARTBEAT_MS = 10_000

/** Polls in case announcements are lost. `stop` resolves when the claimed messages are settled. */
export function startOutbox(deps: Deps, { mail, sms }: Providers): { stop: () => Promise<void> } {
  const { db, bus, log, config } = deps
  if (!mail) log.warn('no provider of e-mail is configured: messages wait in the outbox')
  if (!sms) log.warn('no provider of SMS is configured: messages wait in the outbox')
  const senders = [
    ...(mail ? [{ sender: createMailSender(deps, mail), per_second: config.mails_per_second }] : []),
    ...(sms ? [{ sender: createSmsSender(deps, sms), per_second: config.sms_per_second }] : []),
  ]

  const worker_id = newId()
  let knowsRate = false
  async function beat(): Promise<void> {
    const workers = await db.system((tx) => recordHeartbeat(tx, worker_id))
    for (const { sender, per_second } of senders) {
      sender.setRate(per_second / workers)
      await sender.renew()
    }
    knowsRate = true
  }
  const heartbeat = repeat(deps, HEARTBEAT_MS, beat)
  const deliveries = senders.map(({ sender }) =>
    repeat(deps, POLL_MS, async (stopping) => {
      // A heartbeat sets this worker's share of the provider's rate.
      if (!knowsRate) await beat()
      await sender.run(stopping)
    }),
  )
  const unsubscribe = bus.subscribe(({ kind }) => {
    if (kind === 'outbox' || kind === 'resync') for (const delivery of deliveries) delivery.wake()
  })

  return {
    async stop() {
      unsubscribe()
      for (const { sender } of senders) sender.stop()
      await Promise.all(deliveries.map((each) => each.stop()))
      await Promise.all(senders.map(({ sender }) => sender.settled()))
      await heartbeat.stop()
      await db.system((tx) => deleteHeartbeat(tx, worker_id))
    },
  }
}
