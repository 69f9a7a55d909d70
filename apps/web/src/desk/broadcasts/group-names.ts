import type { BroadcastForm } from './api.ts'
import { useText } from './texts.ts'

type Chosen = Pick<BroadcastForm, 'includePastShifts' | 'includeCurrentShifts' | 'includeUpcomingShifts'>

export function useGroups(chosen: Chosen): string {
  const t = useText()
  const names = [
    chosen.includePastShifts && t('groups.past'),
    chosen.includeCurrentShifts && t('groups.current'),
    chosen.includeUpcomingShifts && t('groups.upcoming'),
  ]
  return names.filter(Boolean).join(', ')
}
