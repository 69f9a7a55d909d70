export const messageStatuses = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/**
 * Events of a message:
 * - `claimed`: a worker is about to send it.
 * - `accepted`: the provider has it.
 * - `refused`: the provider does not have it; it is sent again.
 * - `failed`: it must never be sent.
 * - `unresolved`: it was sent, and the outcome is not known.
 * - `absent`: it is proved that the provider does not have it.
 * - `delivered`, `undelivered`: final report of the provider.
 */
export const messageEvents = [
  'claimed',
  'accepted',
  'refused',
  'failed',
  'unresolved',
  'absent',
  'delivered',
  'undelivered',
] as const
export type MessageEvent = (typeof messageEvents)[number]

/** Changes by reports, which providers send in any order. A delivery report implies acceptance. */
const reports = { accepted: 'SENT', delivered: 'DELIVERED', undelivered: 'FAILED' } as const

/**
 * Changes by events (D27). Others are ignored, so events may be late, repeated and reordered (D31). QUEUED accepts
 * provider reports too, because a wrong proof of absence must not cause a second message.
 */
const AFTER: Record<MessageStatus, Partial<Record<MessageEvent, MessageStatus>>> = {
  QUEUED: { claimed: 'SENDING', ...reports },
  SENDING: { refused: 'QUEUED', failed: 'FAILED', unresolved: 'UNKNOWN', ...reports },
  UNKNOWN: { refused: 'QUEUED', failed: 'FAILED', absent: 'QUEUED', ...reports },
  SENT: { delivered: 'DELIVERED', undelivered: 'FAILED' },
  DELIVERED: {},
  FAILED: {},
}

export function statusAfter(status: MessageStatus, event: MessageEvent): MessageStatus | undefined {
  return AFTER[status][event]
}

/** The transitions as rows, for SQL statements over many messages. */
export const messageTransitions = messageStatuses.flatMap((from) =>
  messageEvents.flatMap((event) => {
    const to = AFTER[from][event]
    return to ? [{ event, from, to }] : []
  }),
)
