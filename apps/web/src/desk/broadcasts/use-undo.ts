import type { BroadcastProgress } from '@muster/contract/broadcasts'
import { BATCH_WAITS_MS } from '@muster/contract/rules/batch-undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSecondsLeft } from '../../ui/hooks/use-seconds-left.ts'
import { broadcastsQuery, progressQuery, sendNow, undoBroadcast } from './api.ts'

/** D29: how long the button is shown. The messages leave later, so that a late press still counts. */
export const UNDO_SHOWN_S = 10
const MARGIN_MS = BATCH_WAITS_MS - UNDO_SHOWN_S * 1_000

/** Seconds in which the button to undo is shown; 0 afterwards. `read_at`: ms of the server's clock. */
export const useUndoSeconds = (progress: BroadcastProgress | undefined, read_at: number): number =>
  useSecondsLeft(Math.max(0, (progress?.waits_ms ?? 0) - MARGIN_MS), read_at)

/** Takes a broadcast back, or sends it at once. `onUndone` is called if nothing of it is left. */
export function useUndo(onUndone: (undone: BroadcastProgress) => void | Promise<void>) {
  const client = useQueryClient()
  const keep = (after: BroadcastProgress) => {
    void client.invalidateQueries(broadcastsQuery(after.event_id))
    client.setQueryData(progressQuery(after.id).queryKey, after)
  }
  const undo = useMutation({
    mutationFn: (id: string) => undoBroadcast(id),
    onSuccess: async (after) => {
      if (after.state === 'cancelled' || after.sendable === 0) await onUndone(after)
      keep(after)
    },
  })
  const now = useMutation({ mutationFn: (id: string) => sendNow(id), onSuccess: keep })
  return { undo, now }
}
