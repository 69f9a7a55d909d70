import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/*
 * D17: ids that prove they were given out by us. 43 base64url characters = the id (16 bytes) and the
 * first 16 bytes of HMAC-SHA256(key, purpose ‖ id ‖ round). Nothing usable is stored: whoever may know
 * the id derives the link when it is needed.
 */

/** Each use has its own: a calendar link opens no assignment. */
export type Purpose =
  | 'personal_link'
  | 'calendar'
  | 'password_reset'
  | 'refresh_token'
  | 'unsubscribe'
  | 'not_me'

type Signed = { purpose: Purpose; id: string; round: number }

/** Signed with the first key. `round` is what makes older links of the same id invalid. */
export function signId({ link: [key] }: Keys, signed: Signed): string {
  return encode(key, signed)
}

/** The same id under every key we know, the signing one first. */
export function signIdWithEach({ link }: Keys, signed: Signed): string[] {
  return link.map((key) => encode(key, signed))
}

/** The id a token speaks of, NOT verified: enough to find the row that knows the round. Undefined when malformed. */
export function readSignedId(token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  // The last character carries two spare bits: only one spelling of a token is that token.
  if (bytes.toString('base64url') !== token) return undefined
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether one of our keys signed this token for this purpose, id and round. Takes the same time for any wrong one. */
export function isSigned(keys: Keys, token: string, signed: Signed): boolean {
  const given = Buffer.from(token)
  return signIdWithEach(keys, signed)
    .map((expected) => Buffer.from(expected))
    .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
    .includes(true)
}

/** The id of a token whose round never rises (reset, calendar, unsubscribe, not me); undefined unless it is ours. */
export function verifySignedId(keys: Keys, token: string, purpose: Purpose): string | undefined {
  const id = readSignedId(token)
  return id && isSigned(keys, token, { purpose, id, round: 1 }) ? id : undefined
}

/** D8: what the link of a password reset carries, derived when the mail is sent. */
export function oneTimeLinkToken(keys: Keys, one_time_token_id: string): string {
  return signId(keys, { purpose: 'password_reset', id: one_time_token_id, round: 1 })
}

function encode(key: string, { purpose, id, round }: Signed): string {
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const mac = createHmac('sha256', key).update(`${purpose}\0`).update(idBytes).update(String(round)).digest()
  return Buffer.concat([idBytes, mac.subarray(0, 16)]).toString('base64url')
}
