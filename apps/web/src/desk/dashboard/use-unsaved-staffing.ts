import type { Shift } from '@muster/contract/shifts'
import { useEffect } from 'react'
import { isPending, pendingOf, type StaffingDraft } from '../assignments/staffing-draft.ts'

export function useUnsavedStaffing(
  draft: StaffingDraft | undefined,
  shifts: readonly Shift[] | undefined,
  onUnsaved: (isUnsaved: boolean) => void,
): void {
  const shift = draft && shifts?.find(({ id }) => id === draft.shift_id)
  const isUnsaved = shift !== undefined && isPending(pendingOf(draft, shift))
  const hasDraft = draft !== undefined
  useEffect(() => {
    if (!hasDraft) return undefined
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [hasDraft, isUnsaved, onUnsaved])
}
