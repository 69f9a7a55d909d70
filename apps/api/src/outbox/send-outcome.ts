import type { Deps } from '../deps.ts'
import { isSampled } from '../edge/log-sample.ts'
import type { SendResult } from '../providers/provider.ts'
import type { Span } from '../tracing.ts'
import { type ClaimedMessage, idsOf } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { createRefusalLog } from './refusal-log.ts'
import type { Outcome } from './settle.ts'

export type SendOutcome = Pick<Outcome, 'event' | 'provider_message_id' | 'failure_reason' | 'delay_ms'>

/** Calls `pause` with the ms for which the provider asks not to be called. */
export function createOutcomeReader(
  { log, config }: Pick<Deps, 'log' | 'config'>,
  { provider, pause }: { provider: string; pause: (ms: number) => void },
) {
  const logRefusal = createRefusalLog(log)

  async function read(row: ClaimedMessage, pending: Promise<SendResult>): Promise<SendOutcome> {
    try {
      const result = await pending
      if ('pause_ms' in result && result.pause_ms) pause(result.pause_ms)
      const outcome = outcomeOf(result, row)
      if (outcome.event === 'accepted' && isSampled(row.request_id ?? row.id, config.log_sample)) {
        log.info({ ...idsOf(row), provider, attempt: row.attempts }, 'a message was accepted')
      }
      if ('refused' in result) {
        const is_given_up = outcome.event === 'failed'
        logRefusal({ ...idsOf(row), provider, reason: result.refused, attempt: row.attempts, is_given_up })
      }
      return outcome
    } catch (error) {
      log.error({ err: error, ...idsOf(row) }, 'the outcome of sending a message is unknown')
      return { event: 'unresolved', failure_reason: 'no_answer' satisfies FailureCode }
    }
  }

  return async (
    row: ClaimedMessage,
    pending: Promise<SendResult>,
    span: Span | undefined,
  ): Promise<SendOutcome> => {
    const outcome = await read(row, pending)
    span?.end({ outcome: outcome.event }, outcome.event === 'accepted' ? undefined : 'failed')
    return outcome
  }
}

export const notSent = (each: { row: ClaimedMessage } | { reason: FailureCode }): SendOutcome => ({
  event: 'failed',
  ...('reason' in each && { failure_reason: each.reason }),
})

function outcomeOf(result: SendResult, { attempts }: ClaimedMessage): SendOutcome {
  if ('provider_message_id' in result) {
    return { event: 'accepted', provider_message_id: result.provider_message_id }
  }
  const delay_ms = result.is_final ? undefined : retryDelay(attempts)
  return delay_ms === undefined
    ? { event: 'failed', failure_reason: result.refused }
    : { event: 'refused', failure_reason: result.refused, delay_ms: Math.max(delay_ms, result.pause_ms ?? 0) }
}

const MAX_ATTEMPTS = 8
const FIRST_DELAY_MS = 20_000
const FACTOR = 3

/** Returns the ms until the next attempt: 20 s, 1 min … 4 h, six hours in all, with a jitter of a quarter. */
export function retryDelay(attempts: number, random = Math.random()): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  return Math.round(FIRST_DELAY_MS * FACTOR ** (attempts - 1) * (0.75 + random / 2))
}
