import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { Notices } from '../../../ui/consequences/notices.tsx'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { untilGone } from '../../../ui/hooks/until-gone.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { deleteEvent, eventsQuery } from '../api.ts'
import { useText } from '../texts.ts'
import { useActText } from './texts.ts'

export default function DeleteEventDialog({
  event,
  onClose,
  onDeleted,
}: {
  event: Event
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useActText()
  const words = useText()
  const client = useQueryClient()
  const [tell, setTell] = useState(true)
  const removal = useMutation({
    mutationFn: () => untilGone(deleteEvent(event.id, tell)),
    onSuccess: (batch_id) => {
      const text = t('deleted', { name: event.name })
      if (batch_id) showUndoable(text, batch_id)
      else announce(text)
      client.setQueryData(eventsQuery().queryKey, (before) => before?.filter(({ id }) => id !== event.id))
      onDeleted()
    },
    onSettled: () => void refreshOrganization(client),
  })
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)

  return (
    <AlertDialog
      title={t('delete_dialog.title', { name: event.name })}
      confirm={words('delete')}
      busy={removal.isPending && t('delete_dialog.busy')}
      problem={removal.error ? errorText(removal.error, words('errors.delete')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('delete_dialog.text')}</p>
      {shifts > 0 && <p className="mt-2">{t('delete_dialog.shifts', { count: shifts })}</p>}
      <p className="mt-2" aria-live="polite">
        {event.people_count > 0 ? (
          <b>{t('delete_dialog.people', { count: event.people_count })}</b>
        ) : (
          t('delete_dialog.nothing')
        )}
      </p>
      {/* Asked also without assignments, because a shift may have a waiting list (D44). */}
      {shifts > 0 && (
        <Notices className="mt-2" target={{ event_id: event.id }} tells={tell} onTells={setTell} />
      )}
    </AlertDialog>
  )
}
