import { createHash } from 'node:crypto'
import { foldName } from '@muster/contract/rules/text'

/**
 * What stands for an e-mail address where no organisation may read it (D28). Only what is one mailbox for certain is
 * folded: NFC and case. Whether a dot or a "+" makes another one is its provider's rule, not ours.
 */
export function addressKey(address: string): string {
  return createHash('sha256').update(foldName(address)).digest('base64url')
}
