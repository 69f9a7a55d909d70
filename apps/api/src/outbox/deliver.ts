import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { countSend } from '../edge/metrics.ts'
import type { Channel, Mail, Provider, Sms } from '../providers/provider.ts'
import { type ClaimedMessage, claimDue, renewLeases } from './claim.ts'
import { type Prepared, prepare, prepareSingly, type Write, writeMail, writeText } from './prepare.ts'
import { createOutcomeReader, notSent, type SendOutcome } from './send-outcome.ts'
import { SendRate } from './send-rate.ts'
import { createOutcomeRecorder } from './settle.ts'
import { startSend, traceClaim } from './trace-sending.ts'

export type Sender = {
  run(stopping?: AbortSignal): Promise<void>
  settled(): Promise<void>
  /** Limits from now on how long outcomes wait for an unavailable database. */
  stop(): void
  renew(): Promise<void>
  /** This worker's share of the provider's rate, messages per second (D30). */
  setRate(per_second: number): void
}

/** Claims wait until this fraction of the concurrency is free, so that they take more than one message at a time. */
const FREE_TO_CLAIM = 1 / 4
const MAX_CLAIM = 1_000
/** Maximum of a claim that prepares singly, which must finish before its lease ends. */
const MAX_SINGLY = 100

type Messages = { EMAIL: Mail; SMS: Sms }
type SenderOptions<C extends Channel> = {
  channel: C
  provider: Provider<Messages[C]>
  write: Write<Messages[C]>
}

export const createMailSender = (deps: Deps, provider: Provider<Mail>) =>
  createSender(deps, { channel: 'EMAIL', provider, write: writeMail })

export const createSmsSender = (deps: Deps, provider: Provider<Sms>) =>
  createSender(deps, { channel: 'SMS', provider, write: writeText })

/** Claims in one transaction, sends outside of any, settles in another. A slow message delays no others. */
function createSender<C extends Channel>(deps: Deps, { channel, provider, write }: SenderOptions<C>): Sender {
  const { db, tracing } = deps
  const recorder = createOutcomeRecorder(deps)
  const rate = new SendRate()
  const readOutcome = createOutcomeReader(deps, { provider: provider.name, pause: (ms) => rate.pause(ms) })
  const in_flight = new Map<string, ClaimedMessage>()
  const settling = new Set<Promise<void>>()
  let after: string | null = null
  let isPreparingSingly = false
  let onSettled: (() => void) | undefined

  async function run(stopping?: AbortSignal): Promise<void> {
    const isStopping = () => stopping?.aborted ?? false
    while (!isStopping()) {
      const free = provider.concurrency - in_flight.size
      if (free < provider.concurrency * FREE_TO_CLAIM) {
        await nextSettled()
        continue
      }
      const allowed = rate.take(Math.min(free, MAX_CLAIM))
      if (allowed === 0) {
        await sleep(rate.waitMs() + 1, undefined, stopping && { signal: stopping }).catch(() => undefined)
        continue
      }
      const { claimed, sent } = await claimAndSend(allowed)
      rate.giveBack(allowed - sent)
      if (claimed === 0) return
    }
  }

  async function claimAndSend(limit: number): Promise<{ claimed: number; sent: number }> {
    const started_at = Date.parse(deps.now())
    const { claimed, prepared } = await db.system(async (tx) => {
      const most = isPreparingSingly ? Math.min(limit, MAX_SINGLY) : limit
      const rows = await claimDue(tx, { channel, provider: provider.name, limit: most, after })
      return { claimed: rows, prepared: rows.length === 0 ? [] : await prepareClaimed(tx, rows) }
    })
    after = claimed.at(-1)?.organization_id ?? null
    for (const { row } of prepared) in_flight.set(row.id, row)
    const traced = { channel, provider: provider.name, messages: claimed.length, started_at }
    const claim = traceClaim(tracing, traced)
    const sendable = prepared.flatMap((each) => {
      if (!('message' in each)) return []
      const span = startSend(tracing, each.row, { provider: provider.name, claim })
      return [{ span, message: { ...each.message, ...(span && { traceparent: span.traceparent }) } }]
    })
    const results = provider.send(sendable.map(({ message }) => message))
    let next = 0
    for (const each of prepared) {
      const nth = 'message' in each ? next++ : undefined
      const result = nth === undefined ? undefined : results[nth]
      const span = nth === undefined ? undefined : sendable[nth]?.span
      track(each.row, result ? readOutcome(each.row, result, span) : Promise.resolve(notSent(each)))
    }
    return { claimed: claimed.length, sent: prepared.length }
  }

  /** Prepares the next claim singly after an error, so that a message that cannot be prepared stops no others. */
  async function prepareClaimed(
    tx: Tx,
    claimed: readonly ClaimedMessage[],
  ): Promise<Prepared<Messages[C]>[]> {
    const prepareAll = isPreparingSingly ? prepareSingly : prepare
    isPreparingSingly = true
    const prepared = await prepareAll(deps, tx, { claimed, channel, write })
    isPreparingSingly = false
    return prepared
  }

  function track(row: ClaimedMessage, pending: Promise<SendOutcome>): void {
    const settled = pending
      .then((outcome) => {
        countSend(provider.name, outcome.event)
        return recorder.record({
          organization_id: row.organization_id,
          id: row.id,
          fence: row.fence,
          ...outcome,
        })
      })
      .finally(() => {
        in_flight.delete(row.id)
        settling.delete(settled)
        onSettled?.()
      })
    settling.add(settled)
  }

  const nextSettled = () =>
    new Promise<void>((resolve) => {
      onSettled = resolve
    })

  return {
    run,
    settled: async () => {
      while (settling.size > 0) await Promise.all(settling)
    },
    stop: () => recorder.stop(),
    renew: async () => {
      if (in_flight.size > 0) await db.system((tx) => renewLeases(tx, [...in_flight.values()]))
    },
    setRate(per_second) {
      rate.perSecond = per_second
    },
  }
}
