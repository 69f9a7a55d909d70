import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/api-error.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { useText } from './texts.ts'

export type WaitingDialogProps = {
  event: Event
  title: string
  confirm: string
  kind?: 'primary'
  busy: string
  change: () => Promise<unknown>
  /** Sentence announced when it is done. */
  done: string
  onDone: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a person loses their offer or their position in the waiting list. */
export function WaitingDialog({ event, change, done, busy, onDone, onClose, ...shown }: WaitingDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: change,
    onSuccess: () => {
      announce(done)
      void refreshShifts(client, event.id)
      onDone()
    },
  })
  const close = () => {
    // After a refusal the person may have left. Refreshed on closing, because the dialog disappears with the last person.
    if (error) void refreshShifts(client, event.id)
    onClose()
  }
  return (
    <AlertDialog
      {...shown}
      busy={isPending && busy}
      problem={error ? errorText(error, t('refused')) : undefined}
      onConfirm={() => mutate()}
      onClose={close}
    />
  )
}
