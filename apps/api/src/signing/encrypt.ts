import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/* Encrypts secrets that are read again, as of authenticator apps: AES-256-GCM, with keys derived from LINK_KEYS. */

const IV_BYTES = 12
const TAG_BYTES = 16

/** `context` (the row's id) is authenticated: a secret cannot be moved to another row. */
export function encrypt({ link: [key] }: Keys, secret: string, context: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(key), iv).setAAD(Buffer.from(context))
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** Throws if none of the configured keys encrypted the secret. */
export function decrypt({ link }: Keys, encrypted: string, context: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  for (const key of link) {
    const decipher = createDecipheriv('aes-256-gcm', derive(key), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Another key of the list has encrypted it.
    }
  }
  throw new Error('no key of LINK_KEYS decrypts this secret')
}

const derive = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'second factor', 32))
