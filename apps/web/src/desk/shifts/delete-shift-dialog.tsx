import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { TellPeople } from '../../ui/controls/tell-people.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { untilGone } from '../../ui/hooks/until-gone.ts'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { deleteShift, dropShift, refreshShifts } from './api.ts'
import { useText } from './texts.ts'

export function DeleteShiftDialog({
  shift,
  onClose,
  onDeleted,
}: {
  shift: Shift
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const [tell, setTell] = useState(true)
  const removal = useMutation({
    mutationFn: () => untilGone(deleteShift(shift.id, tell)),
    onSuccess: () => {
      dropShift(client, shift)
      announce(t('remove.removed'))
      if (isMounted()) onDeleted()
    },
    onSettled: () => void refreshShifts(client, shift.role.event.id),
  })
  const { waiting } = shift
  const people = shift.assignment.filter(({ status }) => occupiesTime(status)).length

  return (
    <AlertDialog
      title={t('remove.title')}
      confirm={t('remove_shift')}
      busy={removal.isPending && t('remove.busy')}
      problem={removal.error ? errorText(removal.error, t('errors.delete')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
      <p className="mt-2">
        {people > 0 ? <b>{t('remove.people', { count: people })}</b> : t('remove.nobody')}
      </p>
      {waiting > 0 && <p className="mt-2">{t('remove.waiting', { count: waiting })}</p>}
      {/* D44: those in line are told too. */}
      {people + waiting > 0 && (
        <TellPeople className="mt-2" target={{ shift_id: shift.id }} checked={tell} onChange={setTell} />
      )}
    </AlertDialog>
  )
}
