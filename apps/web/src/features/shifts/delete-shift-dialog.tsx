import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { announce } from '../../ui/live-region.tsx'
import { deleteShift, refreshShifts } from './api.ts'
import { useText } from './texts.ts'

/** D21, D36: names how many people the removal hits. */
export function DeleteShiftDialog({
  shift,
  onFailure,
  onClose,
  onDeleted,
}: {
  shift: Shift
  onFailure: (text: string) => void
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => deleteShift(shift.id),
    onSuccess: async () => {
      await refreshShifts(client, shift.role.event.id)
      announce(t('remove.removed'))
      onDeleted()
    },
    onError: (error) => {
      onClose()
      onFailure(errorText(error, t('errors.delete')))
    },
  })
  const people = shift.assignment.filter(({ status }) => occupiesTime(status)).length

  return (
    <AlertDialog
      title={t('remove.title')}
      confirm={t('remove_shift')}
      busy={removal.isPending && t('remove.busy')}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
      <p className="mt-2">
        {people > 0 ? (
          <>
            <b>{t('remove.people', { count: people })}</b> {t('remove.not_told')}
          </>
        ) : (
          t('remove.nobody')
        )}
      </p>
    </AlertDialog>
  )
}
