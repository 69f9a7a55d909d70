/** K1: `read` reads, `plan` changes people, events, roles, shifts and assignments, `send` writes to people. */
export const apiKeyRights = ['read', 'plan', 'send'] as const
export type ApiKeyRight = (typeof apiKeyRights)[number]

/** The days after which a new key expires; without one it never does. */
export const apiKeyDays = [30, 90, 365] as const

const PREFIX = 'mk_'
/** A prefix and 32 random bytes in base64url. */
const SECRET = /^mk_[A-Za-z0-9_-]{43}$/
/** Characters of the secret that are stored and shown, to recognise it. The others keep 216 bits. */
const SHOWN = 10

/** Whether a bearer token is meant as an API key, and not as a session's token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

export function isWellFormedApiKey(token: string): boolean {
  return SECRET.test(token)
}

/** `random` is 32 random bytes in base64url. */
export function apiKeySecret(random: string): string {
  return PREFIX + random
}

export function apiKeyStart(secret: string): string {
  return secret.slice(0, SHOWN)
}

export function isApiKeyExpired({ expires_at }: { expires_at: string | null }, now: string): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.parse(now)
}
