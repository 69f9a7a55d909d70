import type { Event } from '@muster/contract/events'
import { coverageOf } from '@muster/contract/rules/coverage'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { useCoverageLabel } from '../../ui/feedback/coverage-words.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useShiftName } from '../shifts/shift-words.tsx'
import type { ShiftChange } from './diff-shifts.ts'
import { useText } from './texts.ts'

/** Maximum number of changes that are named at once. More are only counted. */
const NAMED = 3

export function useAnnounceChanges(event: Event): (changes: readonly ShiftChange[]) => void {
  const t = useText()
  const shiftName = useShiftName(event)
  const labelOf = useCoverageLabel()
  const sentenceOf = ({ shift, added, changed, gone }: ShiftChange) =>
    [
      shiftName(shift),
      ...added.map(({ person, status }) =>
        t(`live.${status === 'INVITED' ? 'added' : status}`, { name: fullName(person) }),
      ),
      ...changed.map(({ person, status }) => t(`live.${status}`, { name: fullName(person) })),
      ...gone.map(({ person }) => t('live.gone', { name: fullName(person) })),
      labelOf(coverageOf(shift, now().toISOString())),
    ].join(', ')
  return (changes) => {
    if (changes.length > NAMED) announce(t('live.many', { count: changes.length }))
    else for (const change of changes) announce(sentenceOf(change))
  }
}
