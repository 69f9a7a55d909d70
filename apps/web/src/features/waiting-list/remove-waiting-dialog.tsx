import type { Event } from '@muster/contract/events'
import type { WaitingPerson } from '@muster/contract/waiting-list'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { removeWaiting } from './line-api.ts'
import { useText } from './texts.ts'

/** D44: who is taken off the list is not told, and loses their place in it. */
export function RemoveWaitingDialog({
  event,
  place,
  onRemoved,
  onClose,
}: {
  event: Event
  place: WaitingPerson
  onRemoved: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const name = fullName(place.person)
  const removal = useMutation({
    mutationFn: () => removeWaiting(place.id),
    onSuccess: () => {
      announce(t('line.removed', { name }))
      void refreshShifts(client, event.id)
      onRemoved()
    },
  })
  const close = () => {
    // Refused: they may have left already. Only now, because with the last of the line the dialog goes too.
    if (removal.error) void refreshShifts(client, event.id)
    onClose()
  }
  return (
    <AlertDialog
      title={t('remove_dialog.title', { name })}
      confirm={t('line.remove')}
      busy={removal.isPending && t('remove_dialog.busy')}
      problem={removal.error ? errorText(removal.error, t('line.refused')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={close}
    >
      <p>{t('remove_dialog.text')}</p>
      {place.status === 'OFFERED' && <p className="mt-2">{t('remove_dialog.offered')}</p>}
    </AlertDialog>
  )
}
