import type { Event } from '@muster/contract/events'
import type { Assignment } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { storeAssignment } from './api.ts'
import { withReason } from './failure-text.ts'

export function AssignmentDialog({
  event,
  title,
  action,
  doing,
  act,
  said,
  failed,
  onClose,
  children,
}: {
  event: Event
  title: string
  action: string
  doing: string
  act: (() => Promise<Assignment>) | undefined
  /** Announced to screen readers. */
  said: (changed: Assignment) => string
  failed: string
  onClose: () => void
  children: ReactNode
}) {
  const words = useWords()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (run: () => Promise<Assignment>) => run(),
    onSuccess: (changed) => {
      storeAssignment(client, event.id, changed)
      announce(said(changed))
      onClose()
    },
    onError: (error) => {
      onClose()
      showFailure(withReason(failed, error))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button
            disabled={!act}
            busy={mutation.isPending && doing}
            onClick={() => act && mutation.mutate(act)}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
