import type { Channel } from '../providers/provider.ts'
import type { Span, Tracing } from '../tracing.ts'
import type { ClaimedMessage } from './claim.ts'

type Claim = { channel: Channel; provider: string; messages: number; started_at: number }

/** Traces a claim that found messages; most do not. `started_at`: ms since the epoch. Returns a traceparent. */
export function traceClaim(
  tracing: Tracing | undefined,
  { channel, provider, messages, started_at }: Claim,
): string | undefined {
  if (messages === 0) return undefined
  const attributes = { 'messaging.system': provider, 'messaging.batch.message_count': messages }
  const span = tracing?.start(`claim ${channel}`, {
    kind: 'internal',
    parent: undefined,
    attributes,
    started_at,
  })
  span?.end()
  return span?.traceparent
}

/** Starts a span under the request that inserted the message, with a link to the claim. */
export function startSend(
  tracing: Tracing | undefined,
  row: ClaimedMessage,
  { provider, claim }: { provider: string; claim: string | undefined },
): Span | undefined {
  return tracing?.start(`send ${row.channel}`, {
    kind: 'producer',
    parent: row.traceparent ?? undefined,
    ...(claim !== undefined && { link: claim }),
    attributes: {
      'messaging.system': provider,
      'messaging.message.id': row.id,
      template: row.template,
      attempt: row.attempts,
      ...(row.request_id !== null && { request_id: row.request_id }),
    },
  })
}
