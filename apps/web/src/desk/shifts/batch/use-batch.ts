import type { BatchPreview } from '@muster/contract/shifts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { useIsMounted } from '../../../ui/hooks/use-is-mounted.ts'
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import {
  batchPreviewQuery,
  batchProblem,
  refreshShifts,
  type SavedBatch,
  type ShiftBatch,
  saveBatch,
} from '../api.ts'
import { useWithLeftOut } from '../form/take-people.tsx'
import { useText } from './texts.ts'

/** Milliseconds without a change after which the server is asked. */
const QUIET_MS = 250

export type BatchFoot = ReturnType<typeof useBatchFoot>

/**
 * Whom a batch would ask or tell (D21), and what the organiser has answered to that. `batch` is undefined if there is
 * nothing to ask about. `isSaving`: its rows are changing, so nothing is asked.
 */
export function useBatchFoot(
  batch: ShiftBatch | undefined,
  { isSaving, toldFirst = true }: { isSaving: boolean; toldFirst?: boolean | undefined },
) {
  const t = useText()
  const text = JSON.stringify(batch)
  const isSettled = useSettledValue(text, QUIET_MS) === text
  const { data, error, isPlaceholderData } = useQuery({
    ...batchPreviewQuery(batch ?? {}),
    enabled: batch !== undefined && isSettled && !isSaving,
    placeholderData: keepPreviousData,
  })
  const [tells, setTells] = useState(toldFirst)
  const [isDespite, setDespite] = useState(false)
  const preview = batch ? data : undefined
  return {
    preview,
    problem: batch && error ? errorText(error, t('preview_failed')) : undefined,
    tells,
    setTells,
    isDespite,
    setDespite,
    /** Not known yet, or people would have two shifts at once and nobody has said that it is meant. */
    isBlocked: !preview || isPlaceholderData || (preview.clash_count > 0 && !isDespite),
    /** The batch as it is answered. */
    answered: (of: ShiftBatch): ShiftBatch => ({
      ...of,
      ...(of.update && { update: isDespite ? withDespite(of.update, preview) : of.update }),
      notify: tells,
    }),
  }
}

/** A preview names the first 100 clashes only: of more, all rows go on. */
function withDespite(rows: NonNullable<ShiftBatch['update']>, preview: BatchPreview | undefined) {
  const clashing = new Set(preview?.clashes.map(({ shift_id }) => shift_id))
  const areAllNamed = (preview?.clash_count ?? 0) === (preview?.clashes.length ?? 0)
  return rows.map((row) => (clashing.has(row.id) || !areAllNamed ? { ...row, despite_conflict: true } : row))
}

/** Saves a batch and offers to undo it. After a refusal everything stays, with the reason. */
export function useSaveBatch(
  event_id: string,
  { failed, onSaved }: { failed?: string; onSaved?: (saved: SavedBatch) => void },
) {
  const t = useText()
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const withLeftOut = useWithLeftOut()
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({
    mutationFn: ({ batch }: { batch: ShiftBatch; done: string }) => saveBatch(batch),
    onMutate: () => setProblem(undefined),
    onSuccess: async (saved, { done }) => {
      showUndoable(withLeftOut(done, saved.left_out), saved.batch_id)
      onSaved?.(saved)
      await refreshShifts(client, event_id)
    },
    onError: (error) => {
      const text = batchProblem(error, failed ?? t('failed'))
      if (isMounted()) setProblem(text)
      else showFailure(text)
      void refreshShifts(client, event_id)
    },
  })
  return {
    isSaving: saving.isPending,
    problem,
    save: (batch: ShiftBatch, done: string) => saving.isPending || saving.mutate({ batch, done }),
  }
}
