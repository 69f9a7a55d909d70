import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ReplaceLinksTick } from '../assignments/links/replace-links-tick.tsx'
import { refreshMembers } from './api.ts'
import { useText } from './texts.ts'

export type Question = {
  title: string
  text: string
  confirm: string
  done: string
  run: (replaces_links: boolean) => Promise<unknown>
  /** D63: somebody loses the right to read personal links. */
  offersLinks?: boolean
  /** Id of the button that gets the focus back, if an entry of its menu asks: the entry is gone by then. */
  opener?: string
}

export function ConfirmDialog({
  question: { title, text, confirm, done, run, offersLinks = false },
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
  const [replacesLinks, setReplacesLinks] = useState(false)
  const action = useMutation({
    mutationFn: () => run(replacesLinks),
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
      {offersLinks && <ReplaceLinksTick checked={replacesLinks} onChange={setReplacesLinks} />}
    </AlertDialog>
  )
}
