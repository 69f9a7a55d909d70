import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { useText } from './texts.ts'

/** Without recipients, what is counted as expired is left out. */
export function nobodyText({ expired_count }: BroadcastPreview, t: ReturnType<typeof useText>): string {
  return t(expired_count > 0 ? 'recipients.only_expired' : 'recipients.nothing')
}
