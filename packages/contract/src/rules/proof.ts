import { MINUTE_MS } from './instants.ts'

/** D64: ms for which a sign-in, or an existing second factor, is a proof of identity. */
export const PROOF_MS = 15 * MINUTE_MS

/**
 * When an endpoint needs a proof of identity (D64): `always`, `owner` where it gives the role of an owner,
 * `without_password` where the body has no current password.
 */
export type ProofNeed = 'always' | 'owner' | 'without_password'

/** D64: a stolen access token must become neither the account nor the organisation. */
export function needsProof(need: ProofNeed | undefined, body: unknown): boolean {
  if (need === undefined || need === 'always') return need === 'always'
  const { role, current_password }: { role?: unknown; current_password?: unknown } = Object(body)
  return need === 'owner' ? role === 'owner' : !current_password
}

/** `proven_at` is the last sign-in of the session, or the last time it passed an existing factor. */
export function isProven({ proven_at }: { proven_at: string }, now: string): boolean {
  return Date.parse(now) - Date.parse(proven_at) <= PROOF_MS
}
