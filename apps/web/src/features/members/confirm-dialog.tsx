import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { refreshMembers } from './api.ts'
import { useText } from './texts.ts'

export type Question = {
  title: string
  text: string
  confirm: string
  done: string
  run: () => Promise<unknown>
  /** Id of the button that gets the focus back, if an entry of its menu asks: the entry is gone by then. */
  opener?: string
}

export function ConfirmDialog({
  question: { title, text, confirm, done, run },
  onDone,
  onClose,
}: {
  question: Question
  /** Must move the focus, because the focused button will disappear. */
  onDone: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const action = useMutation({
    mutationFn: run,
    onSuccess: () => {
      onDone()
      showToast(done)
    },
    onSettled: () => void refreshMembers(client),
  })
  return (
    <AlertDialog
      title={title}
      confirm={confirm}
      busy={action.isPending && t('busy')}
      problem={action.error ? errorText(action.error, t('failed')) : undefined}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
    </AlertDialog>
  )
}
