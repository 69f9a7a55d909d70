/*
 * The outbox: two tables, one mechanism. All statements are the system's: the worker serves every organisation.
 * Leases are counted in database time, so that workers need not agree on theirs.
 */

export const OUTBOXES = ['message', 'account_message'] as const
export type Outbox = (typeof OUTBOXES)[number]
