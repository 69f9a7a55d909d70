import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { useText } from './texts.ts'

/** Explains a preview without recipients. `expired_count`: people whom "leave expired invitations closed" excludes. */
export function nobodyText({ expired_count }: BroadcastPreview, t: ReturnType<typeof useText>): string {
  return t(expired_count > 0 ? 'recipients.only_expired' : 'recipients.nothing')
}
