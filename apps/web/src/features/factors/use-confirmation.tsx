import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

/** Asks for a proof of identity if the server requires a recent one, and tries again. The caller renders `dialog`. */
export function useConfirmation() {
  const [waiting, setWaiting] = useState<() => void>()
  const onError = (error: Error, repeat: () => void) => {
    if (needsConfirmation(error)) setWaiting(() => repeat)
  }
  const dialog = waiting && (
    <ConfirmDialog
      onConfirmed={() => {
        setWaiting(undefined)
        waiting()
      }}
      onClose={() => setWaiting(undefined)}
    />
  )
  return { onError, dialog }
}

export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'reauthentication_needed'
}
