export type SessionToken = {
  id: string
  email: string
  /** Seconds since the epoch. */
  exp: number
}

/** Reads a token without verifying its signature (D7). Returns undefined if it is undecodable or incomplete. */
export function readSessionToken(jwt: string): SessionToken | undefined {
  const claims = decodeClaims(jwt)
  const exp = claims?.['exp']
  const id = claims?.['user_id'] ?? claims?.['sub']
  const email = claims?.['email']
  if (typeof exp !== 'number' || typeof id !== 'string') return undefined
  return { id, email: typeof email === 'string' ? email : '', exp }
}

/** Returns true if the token is undecodable, has no `exp`, or `exp` is in the past (D7, whole seconds). */
export function isTokenExpired(jwt: string, now: string): boolean {
  const exp = decodeClaims(jwt)?.['exp']
  return typeof exp !== 'number' || exp < Math.floor(Date.parse(now) / 1000)
}

function decodeClaims(jwt: string): Record<string, unknown> | undefined {
  try {
    const payload = jwt.split('.')[1] ?? ''
    // `atob` reads base64 and returns bytes, but tokens are UTF-8 in base64url.
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : undefined
  } catch {
    return undefined
  }
}
