import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30

export const newSecret = () => new Secret({ size: 20 }).base32

/** Returns what an authenticator app needs. */
export function describeTotp({ secret, email, issuer }: { secret: string; email: string; issuer: string }) {
  const uri = new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) }).toString()
  return { secret, uri, qr_code: renderSVG(uri) }
}

/** Returns the time step of a valid code: the current one, the one before or the one after. */
export function stepOfCode(secret: string, { code, now }: { code: string; now: string }): number | undefined {
  const timestamp = Date.parse(now)
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}
