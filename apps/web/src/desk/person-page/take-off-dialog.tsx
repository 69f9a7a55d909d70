import type { Assignment } from '@muster/contract/shifts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { fullName } from '../../format/names.ts'
import { Notices } from '../../ui/consequences/notices.tsx'
import { showUndoable } from '../../ui/consequences/undo-batch.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { saveAssignments } from '../assignments/api.ts'
import { useText } from './texts.ts'

export function TakeOffDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const t = useText()
  const [notify, setNotify] = useState(true)
  const name = fullName(assignment.person)
  const removal = useMutation({
    mutationFn: () => saveAssignments(assignment.shift_id, { add: [], remove: [assignment.id], notify }),
    onSuccess: ({ batch_id }) => {
      const done = t('take_off_dialog.done', { name })
      if (batch_id) showUndoable(done, batch_id)
      else announce(done)
      onClose()
    },
  })
  return (
    <AlertDialog
      title={t('take_off_dialog.title', { name })}
      confirm={t('take_off_dialog.confirm')}
      busy={removal.isPending && t('take_off_dialog.busy')}
      problem={removal.error ? errorText(removal.error, t('take_off_dialog.failed')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <Notices target={{ assignment_ids: [assignment.id] }} tells={notify} onTells={setNotify} />
    </AlertDialog>
  )
}
