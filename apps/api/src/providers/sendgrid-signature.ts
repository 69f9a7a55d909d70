import { createPublicKey, verify } from 'node:crypto'

type Signed = { body: string; signature: string | string[] | undefined; time: string | string[] | undefined }

/**
 * D31: ECDSA over the time and the body as it came. A replay is harmless, so no time is too old. Not by SendGrid's own
 * library: in plain JavaScript a forged signature held the event loop for 25 ms, here for 0.2 ms.
 */
export function isFromSendGrid(public_key: string, { body, signature, time }: Signed): boolean {
  if (typeof signature !== 'string' || typeof time !== 'string') return false
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.from(time + body), key, Buffer.from(signature, 'base64'))
  } catch {
    // Node throws at what is no key at all.
    return false
  }
}
