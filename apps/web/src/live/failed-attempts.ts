import { atom } from 'nanostores'

/** Number of consecutive failed attempts to reconnect. */
export const $failedAttempts = atom(0)
