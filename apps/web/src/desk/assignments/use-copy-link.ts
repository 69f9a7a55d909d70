import type { Assignment } from '@muster/contract/shifts'
import { fullName } from '../../format/names.ts'
import { publicPaths } from '../../public-paths.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { copyLink } from '../../ui/overlays/copy-by-hand.tsx'
import { useText } from './texts.ts'

export function useCopyLink(): (assignment: Assignment, isExpired: boolean) => Promise<void> {
  const t = useText()
  return async ({ token = '', person }, isExpired) => {
    const isCopied = await copyLink(`${location.origin}${publicPaths.confirmation(token)}`)
    if (isCopied) showToast(t(isExpired ? 'copied_expired' : 'copied', { name: fullName(person) }))
  }
}
