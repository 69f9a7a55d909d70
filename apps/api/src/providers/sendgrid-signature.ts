import { createPublicKey, verify } from 'node:crypto'

type Signed = { body: string; signature: string | string[] | undefined; time: string | string[] | undefined }

/**
 * D31: ECDSA over timestamp and raw body. Replays are harmless, so the timestamp may be old. SendGrid's own library is
 * plain JavaScript: a forged signature blocked the event loop for 25 ms, here for 0.2 ms.
 */
export function isFromSendGrid(public_key: string, { body, signature, time }: Signed): boolean {
  if (typeof signature !== 'string' || typeof time !== 'string') return false
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
    return verify('sha256', Buffer.from(time + body), key, Buffer.from(signature, 'base64'))
  } catch {
    // createPublicKey throws on a malformed key.
    return false
  }
}
