import { MINUTE_MS } from './instants.ts'

/** Milliseconds after a sign-up in which its address can be corrected. */
export const CORRECTABLE_MS = 30 * MINUTE_MS
