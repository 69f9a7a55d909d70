import { MINUTE_MS } from './instants.ts'
import type { RouteName } from './route-access.ts'

/** D64: ms for which a sign-in, or an existing second factor, is a proof of identity. */
export const PROOF_MS = 15 * MINUTE_MS

/**
 * When a route needs a proof of identity: `always`, `owner` where it gives the role of an owner,
 * `without_password` where the body has no current password.
 */
type Need = 'always' | 'owner' | 'without_password'

/** D64: what turns a stolen access token into the account, or into the organisation. */
export const provenRoutes: Partial<Record<RouteName, Need>> = {
  'POST /api/account/factors': 'always',
  'DELETE /api/account/factors/:id': 'always',
  'POST /api/account/recovery-codes': 'always',
  'POST /api/account/passkey-options': 'always',
  'POST /api/account/passkeys': 'always',
  'DELETE /api/account/passkeys/:id': 'always',
  'POST /api/account/end': 'always',
  'DELETE /api/account/sessions/:id': 'always',
  'POST /api/account/end-other-sessions': 'always',

  'PUT /auth/v1/user': 'without_password',
  'POST /auth/v1/factors': 'always',
  'DELETE /auth/v1/factors/:id': 'always',

  'POST /admin/organization/end': 'always',
  'GET /admin/organization/export': 'always',
  'POST /admin/api-keys': 'always',
  'PUT /admin/members/:userId': 'owner',
  'POST /admin/member-invitations': 'owner',
  'PUT /admin/member-invitations/:id': 'owner',
}

/** Returns when a route needs a proof, or undefined if it never does. HEAD is answered like GET. */
export function proofNeedOf(method: string, path: string): Need | undefined {
  const rows: Partial<Record<string, Need>> = provenRoutes
  return rows[`${method === 'HEAD' ? 'GET' : method} ${path}`]
}

export function needsProof(method: string, path: string, body: unknown): boolean {
  const need = proofNeedOf(method, path)
  if (need === undefined || need === 'always') return need === 'always'
  const { role, current_password }: { role?: unknown; current_password?: unknown } = Object(body)
  return need === 'owner' ? role === 'owner' : !current_password
}

/** `proven_at` is the last sign-in of the session, or the last time it passed an existing factor. */
export function isProven({ proven_at }: { proven_at: string }, now: string): boolean {
  return Date.parse(now) - Date.parse(proven_at) <= PROOF_MS
}
