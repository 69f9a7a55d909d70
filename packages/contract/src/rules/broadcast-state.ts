/**
 * D68: `planned` waits for its time, `sent` is in the outbox, `cancelled` was taken back before its time, `refused` could
 * not be sent at its time.
 */
export const broadcastStates = ['planned', 'sent', 'cancelled', 'refused'] as const
export type BroadcastState = (typeof broadcastStates)[number]
