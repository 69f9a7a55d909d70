import type { MessageKey } from './provider.ts'

/** Twilio keeps no reference of ours; the address it reports to does. */
export function statusCallback(origin: string, { organization_id, id }: MessageKey): string {
  return `${origin}/webhooks/twilio/status?organization=${organization_id ?? ''}&message=${id}`
}
