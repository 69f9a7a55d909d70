import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/* Encrypts secrets that are read again: AES-256-GCM, with keys derived from LINK_KEYS. */

const IV_BYTES = 12
const TAG_BYTES = 16

/** `context` (the row's id) is authenticated: a secret cannot be moved to another row. */
export function encrypt({ link: [key] }: Keys, secret: string, context: string): string {
  return encryptWith(derive(key, STORED), { secret, context, iv: randomBytes(IV_BYTES) })
}

/** Throws if none of the configured keys encrypted the secret. */
export function decrypt(keys: Keys, encrypted: string, context: string): string {
  return decryptWith(keys, STORED, { encrypted, context })
}

/** For tokens that are given away and stored nowhere. The same content is the same token, so that a repeated call is
 * answered like the first (D16). */
export function seal({ link: [key] }: Keys, secret: string, purpose: string): string {
  const derived = derive(key, purpose)
  const iv = createHmac('sha256', derived).update(secret).digest().subarray(0, IV_BYTES)
  return encryptWith(derived, { secret, context: purpose, iv })
}

/** Throws if none of the configured keys sealed it for this purpose. */
export function unseal(keys: Keys, sealed: string, purpose: string): string {
  return decryptWith(keys, purpose, { encrypted: sealed, context: purpose })
}

type Secret = { secret: string; context: string; iv: Buffer }

function encryptWith(key: Buffer, { secret, context, iv }: Secret): string {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

function decryptWith(
  { link }: Keys,
  purpose: string,
  { encrypted, context }: { encrypted: string; context: string },
): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  for (const key of link) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', derive(key, purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Another key of the list has encrypted it.
    }
  }
  throw new Error('no key of LINK_KEYS decrypts this secret')
}

const STORED = 'second factor'

const derive = (key: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
