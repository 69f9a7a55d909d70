import { atom } from 'nanostores'

/** Consecutive failed attempts to reconnect. */
export const $failedAttempts = atom(0)
