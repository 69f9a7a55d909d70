import { QueryClientProvider, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { undoBatch } from '../../api/undo-batch.ts'
import { now } from '../../clock.ts'
import { addToast, showToast } from '../feedback/toast.tsx'
import { UndoToast } from '../feedback/undo-toast.tsx'
import { showFailure } from '../overlays/failure-dialog.tsx'
import { useText } from './texts.ts'

/** D46: how long the toast offers it. */
export const OFFERED_MS = 10_000
/** D46: how long the server takes it, less the time of the way there. */
export const UNDOABLE_MS = 55_000

/** Undoes a batch, and says what stays because somebody has touched it since. */
export function useUndoBatch(onUndone?: (batch_id: string) => void) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (batch_id: string) => undoBatch(batch_id),
    onSuccess: async ({ kept }, batch_id) => {
      await refreshOrganization(client)
      showToast(kept.length === 0 ? t('undone') : t('undo_kept', { count: kept.length }))
      onUndone?.(batch_id)
    },
    onError: (error) => showFailure(errorText(error, t('undo_failed'))),
  })
}

/** Shows what was done for ten seconds, with a button to undo it. */
export function showUndoable(text: string, batch_id: string): void {
  const end = addToast(
    // Toasts stand beside the pages.
    <QueryClientProvider client={queryClient}>
      <UndoBatch text={text} batch_id={batch_id} onEnd={() => end()} />
    </QueryClientProvider>,
  )
}

function UndoBatch({ text, batch_id, onEnd }: { text: string; batch_id: string; onEnd: () => void }) {
  const t = useText()
  const [since] = useState(() => now().getTime())
  const undo = useUndoBatch(onEnd)
  return (
    <UndoToast
      text={text}
      undo={t('undo')}
      since={since}
      limit_ms={OFFERED_MS}
      busy={undo.isPending && t('undoing')}
      onUndo={() => undo.mutate(batch_id)}
      onEnd={onEnd}
    />
  )
}
