import type { Event } from '@muster/contract/events'
import type { Assignment } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { CancelButton } from '../../ui/overlays/cancel-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
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
  /** Returns the sentence announced to screen readers. */
  said: (changed: Assignment) => string
  failed: string
  onClose: () => void
  children: ReactNode
}) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (run: () => Promise<Assignment>) => run(),
    onSuccess: (changed) => {
      storeAssignment(client, event.id, changed)
      announce(said(changed))
      onClose()
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  return (
    <Dialog
      title={title}
      busy={mutation.isPending}
      problem={mutation.error ? withReason(failed, mutation.error) : undefined}
      onClose={onClose}
      footer={
        <>
          <CancelButton busy={mutation.isPending} onClose={onClose} />
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
