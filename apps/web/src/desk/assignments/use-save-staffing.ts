import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { refreshShifts, storeShift } from '../shifts/api.ts'
import { saveAssignments } from './api.ts'
import { conflictingPerson } from './failure-text.ts'
import { addsBusy, type StaffingDraft } from './staffing-draft.ts'
import { useText } from './texts.ts'

type Saving = { draft: StaffingDraft; notify: boolean; asks: boolean }

/** Saves in one request (D36). After a refusal the draft stays. */
export function useSaveStaffing({
  event,
  shift,
  onSaved,
}: {
  event: Event
  shift: Shift
  /** `asks`: the people added are asked next. */
  onSaved: (sent: StaffingDraft, asks: boolean) => void
}) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, notify }: Saving) =>
      saveAssignments(shift.id, {
        add: draft.add.map(({ id }) => id),
        remove: [...draft.remove],
        ...(draft.remove.length > 0 && { notify }),
        ...(addsBusy(draft) && { despite_conflict: true }),
      }),
    onSuccess: ({ saved, batch_id }, { draft, asks }) => {
      storeShift(client, saved)
      // Who is asked next would be taken off by the undo.
      if (asks || batch_id === null) announce(t('changes.saved'))
      else showUndoable(t('changes.saved'), batch_id)
      onSaved(draft, asks)
    },
    onError: (error, { draft }) => {
      const busy = conflictingPerson(error, draft.add)
      const failed = t(draft.add.length > 0 ? 'errors.assign' : 'errors.remove')
      showFailure(busy ? t('errors.conflict', { name: fullName(busy) }) : errorText(error, failed))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
}
