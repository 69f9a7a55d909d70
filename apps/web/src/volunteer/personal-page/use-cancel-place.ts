import type { Invitation } from '@muster/contract/personal-shift'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useOpenInHistory } from '../../ui/hooks/use-open-in-history.ts'
import type { ChangeDetails } from './api.ts'
import { cancelId } from './cancel-place-button.tsx'
import { agreedId } from './moved-question.tsx'
import { LIST_ID } from './own-shift-list.tsx'
import {
  cancelPlaceOf,
  canSwap,
  hasLink,
  type MovedShift,
  type OpenShift,
  type OwnShift,
} from './own-shifts.ts'
import { useText } from './texts.ts'
import { useChanges } from './use-changes.ts'
import { isInvalid } from './use-personal-page.ts'

type CancelOptions = {
  shifts: readonly OwnShift[]
  now: string
  onSaved: (token: string, answer: Invitation) => void
  readAgain: () => void
}

/** D39: handles the dialog of one shift, the changes of the shifts, and the focus afterwards. */
export function useCancelPlace({ shifts, now, onSaved, readAgain }: CancelOptions) {
  const t = useText()
  const focusNext = useFocusNext()
  const dialog = useOpenInHistory<{ token: string; isSwap?: true }>()
  const changes = useChanges({
    onSaved,
    onRefused: (error) => {
      if (isInvalid(error)) dialog.close()
      readAgain()
    },
  })
  const [draft, setDraft] = useState({ token: '', reason: '' })

  const { running } = changes
  // While the change is being sent, the browser's back button cannot undo it.
  const shown = running?.action === 'cancel' ? running.token : dialog.opened?.token
  const shift = shifts.filter(hasLink).find(({ token }) => token === shown)
  const opened = shift && openedOf(shift, dialog.opened?.isSwap, now)

  // It was cancelled in another tab, or has begun.
  const isGone = dialog.opened !== undefined && opened === undefined
  const closeGone = useEffectEvent(dialog.close)
  useEffect(() => {
    if (isGone) closeGone()
  }, [isGone])

  const takeBy = async (token: string, action: 'take' | 'undo', details?: ChangeDetails) => {
    if (!(await changes.run(token, action, details))) return
    focusNext(cancelId(token))
    announce(t('cancel.taken'))
  }

  return {
    changes,
    opened,
    reason: draft.token === shown ? draft.reason : '',
    setReason: (reason: string) => setDraft({ token: shown ?? '', reason }),
    open: ({ token }: OpenShift) => {
      if (running) return
      changes.forgetProblem()
      dialog.open({ token })
    },
    openSwap: ({ token }: OpenShift) => {
      if (running) return
      changes.forgetProblem()
      dialog.open({ token, isSwap: true })
    },
    changeSwap: async ({ token }: OpenShift, change: 'swap' | 'withdraw') => {
      await changes.run(token, change)
    },
    close: () => {
      if (running) return
      dialog.close()
      changes.forgetProblem()
    },
    giveUp: async ({ token }: OpenShift, reason: string) => {
      if (!(await changes.run(token, 'cancel', { reason }))) return
      setDraft({ token: '', reason: '' })
      dialog.close()
      focusNext(cancelId(token))
      announce(t('undo.done'))
    },
    /** Sends the times that the page shows, because the yes is about these (V1). */
    take: ({ token, start_dt, end_dt }: OpenShift) =>
      takeBy(token, 'take', { agreed_to: { start_dt, end_dt } }),
    undo: ({ token }: { token: string }) => takeBy(token, 'undo'),
    endUndo: () => {
      changes.endUndo()
      // From now on the place is kept for those in line (D44).
      readAgain()
    },
    agree: async ({ token, start_dt, end_dt }: MovedShift) => {
      if (!(await changes.run(token, 'agree', { agreed_to: { start_dt, end_dt } }))) return
      focusNext(agreedId(token))
    },
    answer: async ({ token, start_dt, end_dt }: OpenShift, confirm: boolean) => {
      if (!(await changes.run(token, confirm ? 'yes' : 'no', { seen: { start_dt, end_dt } }))) return
      focusNext(LIST_ID)
      announce(t(confirm ? 'confirmed.text' : 'declined.text'))
    },
  }
}

/** What the dialog is about; undefined if there is none any more. */
function openedOf(shift: OpenShift, isSwap: true | undefined, now: string) {
  if (isSwap) return canSwap(shift, now) ? { shift, way: 'swap' as const } : undefined
  const way = cancelPlaceOf(shift, now)
  return way === 'cancel' || way === 'late' ? { shift, way } : undefined
}

export type CancelState = ReturnType<typeof useCancelPlace>
