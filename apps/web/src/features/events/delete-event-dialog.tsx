import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { deleteEvent, eventsQuery, refreshOrganization } from './api.ts'
import { useText } from './texts.ts'

/** D21, D36: what goes with the event, and whose places. */
export function DeleteEventDialog({
  event,
  onClose,
  onDeleted,
}: {
  event: Event
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => deleteEvent(event.id),
    onSuccess: () => {
      client.setQueryData(eventsQuery().queryKey, (before) => before?.filter(({ id }) => id !== event.id))
      void refreshOrganization(client)
      onDeleted()
    },
  })
  const places = event.coverage.confirmed + event.coverage.pending
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)

  return (
    <AlertDialog
      title={t('delete_dialog.title', { name: event.name })}
      confirm={t('delete')}
      busy={removal.isPending && t('delete_dialog.busy')}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('delete_dialog.text')}</p>
      {shifts > 0 && <p className="mt-2">{t('delete_dialog.shifts', { count: shifts })}</p>}
      <p className="mt-2">
        {places > 0 ? (
          <>
            <b>{t('delete_dialog.people', { count: places })}</b> {t('delete_dialog.not_told')}
          </>
        ) : (
          t('delete_dialog.nothing')
        )}
      </p>
      <FormError text={removal.error ? errorText(removal.error, t('errors.delete')) : undefined} />
    </AlertDialog>
  )
}
