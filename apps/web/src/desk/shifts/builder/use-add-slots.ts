import type { Event } from '@muster/contract/events'
import type { Slot } from '@muster/contract/rules/shift-slots'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showUndoable } from '../../../ui/consequences/undo-batch.tsx'
import { useIsMounted } from '../../../ui/hooks/use-is-mounted.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { batchProblem, newShiftOf, refreshShifts, saveBatch } from '../api.ts'
import { useText } from './texts.ts'

/** Adds all of them or none (D46), and offers to undo it. */
export function useAddSlots(event: Event, onClose: () => void) {
  const t = useText()
  const client = useQueryClient()
  const isMounted = useIsMounted()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (slots: readonly Slot[]) =>
      saveBatch({ create: slots.map((slot) => newShiftOf(event.id, slot)) }),
    onMutate: () => setProblem(undefined),
    onSuccess: async ({ shifts, batch_id }) => {
      await refreshShifts(client, event.id)
      const text = t('added', { count: shifts.length, event: event.name })
      showUndoable(text, batch_id)
      if (isMounted()) onClose()
    },
    onError: (error) => {
      const text = batchProblem(error, t('failed'))
      if (isMounted()) setProblem(text)
      else showFailure(text)
    },
  })
  return { add: mutate, isAdding: isPending, problem, setProblem }
}
