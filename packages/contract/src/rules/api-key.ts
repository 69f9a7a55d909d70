/** Rights of a key (K1): `plan` changes people, events, roles, shifts and assignments, `send` writes to people. */
export const apiKeyRights = ['read', 'plan', 'send'] as const
export type ApiKeyRight = (typeof apiKeyRights)[number]

/** Days after which a new key can expire. A key without such a limit never does. */
export const apiKeyDays = [30, 90, 365] as const

const PREFIX = 'mk_'
/** Form of the secret: a prefix and 32 random bytes in base64url. */
const SECRET = /^mk_[A-Za-z0-9_-]{43}$/
/** Number of the secret's characters that are stored and shown, to recognise it. The others keep 216 bits. */
const SHOWN = 10

/** Returns whether a bearer token is an API key rather than a session's token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

export function isWellFormedApiKey(token: string): boolean {
  return SECRET.test(token)
}

/** Returns a secret. `random` is 32 random bytes in base64url. */
export function apiKeySecret(random: string): string {
  return PREFIX + random
}

export function apiKeyStart(secret: string): string {
  return secret.slice(0, SHOWN)
}

export function isApiKeyExpired({ expires_at }: { expires_at: string | null }, now: string): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.parse(now)
}
