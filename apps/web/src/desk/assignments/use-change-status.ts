import type { Event } from '@muster/contract/events'
import type { Assignment } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { now } from '../../clock.ts'
import { fullName } from '../../format/names.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { changeStatus, storeAssignment } from './api.ts'
import { useStateWord } from './assignment-state.tsx'
import { useText } from './texts.ts'

/** `onFull`: they could come if the shift needed one more (D20). */
export function useChangeStatus(
  event: Event,
  onFull: (assignment: Assignment) => void,
): (assignment: Assignment, to: Assignment['status']) => void {
  const mayPlan = useMay('plan')
  const t = useText()
  const stateWord = useStateWord()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ assignment, to }: { assignment: Assignment; to: Assignment['status'] }) =>
      changeStatus(assignment.id, to),
    onSuccess: (changed) => {
      storeAssignment(client, event.id, changed)
      announce(
        t('marked', { name: fullName(changed.person), status: stateWord(changed, now().toISOString()) }),
      )
    },
    onError: (error, { assignment }) => {
      if (mayPlan && error instanceof ApiError && error.code === 'shift_full') onFull(assignment)
      else showFailure(errorText(error, t('errors.status')))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  return (assignment, to) => mutate({ assignment, to })
}
