import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/* D17: a token is base64url of the id and the first 16 bytes of HMAC-SHA256(key, purpose ‖ id ‖ round ‖ scope). */

/** Part of the signature: a calendar link must not open an assignment. */
export type Purpose =
  | 'personal_link'
  | 'calendar'
  | 'calendar_feed'
  | 'event_feed'
  | 'password_reset'
  | 'member_invitation'
  | 'refresh_token'
  | 'waiting'
  | 'auth_code'
  | 'unsubscribe'
  | 'not_me'
  | 'account_not_me'
  | 'details_confirm'
  | 'email_confirm'
  | 'email_undo'
  | 'event_preview'
  | 'swap'
  | 'request'

/** `scope` is signed and not in the token. A purpose has it always or never. */
type Signed = { purpose: Purpose; id: string; round: number; scope?: string }

/** A higher `round` invalidates earlier links of the same id. */
export function signId({ link: [key] }: Keys, signed: Signed): string {
  return encode(key, signed)
}

export function signIdWithEach({ link }: Keys, signed: Signed): string[] {
  return link.map((key) => encode(key, signed))
}

/** Returns the id, NOT verified, to find the row with the round. Returns undefined for a malformed token. */
export function readSignedId(token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // The last character has two unused bits: only one encoding is accepted.
  if (bytes.toString('base64url') !== token) return undefined
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Compares in constant time. */
export function isSigned(keys: Keys, token: string, signed: Signed): boolean {
  const given = Buffer.from(token)
  return signIdWithEach(keys, signed)
    .map((expected) => Buffer.from(expected))
    .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
    .includes(true)
}

/** Verifies tokens whose round is always 1 (reset, calendar, unsubscribe, not me). */
export function verifySignedId(keys: Keys, token: string, purpose: Purpose): string | undefined {
  const id = readSignedId(token)
  return id && isSigned(keys, token, { purpose, id, round: 1 }) ? id : undefined
}

export function oneTimeLinkToken(keys: Keys, one_time_token_id: string): string {
  return signId(keys, { purpose: 'password_reset', id: one_time_token_id, round: 1 })
}

/** D58: of the assignment whose place it hands over. */
export const swapLink = ({ id, swap_id }: { id: string; swap_id: string }): Signed => ({
  purpose: 'swap',
  id,
  round: 1,
  scope: swap_id,
})

function encode(key: string, { purpose, id, round, scope = '' }: Signed): string {
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const mac = createHmac('sha256', key)
    .update(`${purpose}\0`)
    .update(idBytes)
    .update(scope ? `${round}\0${scope}` : String(round))
    .digest()
  return Buffer.concat([idBytes, mac.subarray(0, 16)]).toString('base64url')
}
