import { EventWebhook } from '@sendgrid/eventwebhook'

type Signed = { body: string; signature: string | string[] | undefined; time: string | string[] | undefined }

/** D31: ECDSA over the time and the body as it came. A replay is harmless, so no time is too old. */
export function isFromSendGrid(public_key: string, { body, signature, time }: Signed): boolean {
  if (typeof signature !== 'string' || typeof time !== 'string') return false
  const webhook = new EventWebhook()
  try {
    return webhook.verifySignature(webhook.convertPublicKeyToECDSA(public_key), body, signature, time)
  } catch {
    // The library throws at what is no signature at all.
    return false
  }
}
