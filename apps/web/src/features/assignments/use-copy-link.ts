import type { Assignment } from '@muster/contract/shifts'
import { fullName } from '../../format/names.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useText } from './texts.ts'

/** Copies a personal link; where the browser refuses, shows it. */
export function useCopyLink(): (assignment: Assignment) => Promise<void> {
  const t = useText()
  return async ({ token = '', person }) => {
    const link = `${location.origin}${paths.confirmation(token)}`
    try {
      await navigator.clipboard.writeText(link)
    } catch {
      showToast(t('errors.copy', { link }))
      return
    }
    showToast(t('copied', { name: fullName(person) }))
  }
}
