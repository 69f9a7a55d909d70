import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { readFactorsAgain } from './api.ts'
import { useText } from './texts.ts'
import { useRequiringNames } from './use-requiring-names.ts'

/** `isLast`: after its removal the password alone is enough. */
export function RemoveDialog({
  title,
  text,
  confirm,
  done,
  isLast,
  remove,
  onRemoved,
  onClose,
}: {
  title: string
  text: string
  confirm: string
  done: string
  isLast: boolean
  remove: () => Promise<unknown>
  /** Must move the focus, because the focused button is gone. */
  onRemoved: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const names = useRequiringNames()
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await readFactorsAgain(client)
      showToast(done)
      onRemoved()
    },
  })
  return (
    <AlertDialog
      title={title}
      confirm={confirm}
      busy={removal.isPending && t('busy')}
      problem={removal.error ? errorText(removal.error, t('failed')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>{text}</p>
        {isLast && <p>{t('only_step')}</p>}
        {isLast && names && <p className="font-semibold">{t('blocked_by', { names })}</p>}
      </div>
    </AlertDialog>
  )
}
