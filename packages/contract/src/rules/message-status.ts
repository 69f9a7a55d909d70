export const messageStatuses = ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/**
 * What can be learnt of a message:
 * - `claimed`: a worker is about to hand it over.
 * - `accepted`: the provider has it.
 * - `refused`: the provider surely does not have it; it may later.
 * - `given_up`: it will never be sent.
 * - `unheard`: handed over, and nobody heard what became of it.
 * - `absent`: proof that the provider does not have what nobody heard of.
 * - `delivered`, `undelivered`: the last word of the provider.
 */
export const messageEvents = [
  'claimed',
  'accepted',
  'refused',
  'given_up',
  'unheard',
  'absent',
  'delivered',
  'undelivered',
] as const
export type MessageEvent = (typeof messageEvents)[number]

/** Whatever the order in which providers tell: who has told that it arrived has also told that they had it. */
const told = { accepted: 'SENT', delivered: 'DELIVERED', undelivered: 'FAILED' } as const

/**
 * D27: every change a message can go through; what is not here does not happen. SENT, DELIVERED and FAILED never go
 * back, so that events may come late, twice and in any order (D31). QUEUED listens to the provider too: proof of
 * absence that proves wrong after all must not become a second message.
 */
const AFTER: Record<MessageStatus, Partial<Record<MessageEvent, MessageStatus>>> = {
  QUEUED: { claimed: 'SENDING', ...told },
  SENDING: { refused: 'QUEUED', given_up: 'FAILED', unheard: 'UNKNOWN', ...told },
  UNKNOWN: { refused: 'QUEUED', given_up: 'FAILED', absent: 'QUEUED', ...told },
  SENT: { delivered: 'DELIVERED', undelivered: 'FAILED' },
  DELIVERED: {},
  FAILED: {},
}

/** Undefined: the event changes nothing. */
export function statusAfter(status: MessageStatus, event: MessageEvent): MessageStatus | undefined {
  return AFTER[status][event]
}

/** The same table as rows, for whoever applies it to many messages in one statement. */
export const messageTransitions = messageStatuses.flatMap((from) =>
  messageEvents.flatMap((event) => {
    const to = AFTER[from][event]
    return to ? [{ event, from, to }] : []
  }),
)

/** D29: nothing more is awaited of us. SENT counts: what the provider tells later is a bonus. */
export function isSettled(status: MessageStatus): boolean {
  return status !== 'QUEUED' && status !== 'SENDING'
}
