import { atom } from 'nanostores'

/** How many attempts in a row to reconnect have failed. The client goes on trying. */
export const $failedAttempts = atom(0)
