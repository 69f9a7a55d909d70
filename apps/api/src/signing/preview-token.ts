import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import type { Keys } from './keys.ts'
import { isSigned, readSignedId, signId } from './signed-id.ts'

/** D49: a token that shows a draft for an hour: the end in seconds, and the signed id of the event. */
export function signPreview(
  keys: Keys,
  event_id: string,
  now: string,
): { token: string; expires_at: string } {
  const seconds = Math.floor(Date.parse(addMs(now, HOUR_MS)) / 1000)
  const signed = signId(keys, { purpose: 'event_preview', id: event_id, round: seconds })
  return { token: `${seconds}.${signed}`, expires_at: new Date(seconds * 1000).toISOString() }
}

export function isPreviewOf(
  keys: Keys,
  event_id: string,
  { token, now }: { token: string; now: string },
): boolean {
  const [, end = '', signed = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  const round = Number(end)
  return (
    readSignedId(signed) === event_id &&
    round * 1000 > Date.parse(now) &&
    isSigned(keys, signed, { purpose: 'event_preview', id: event_id, round })
  )
}
