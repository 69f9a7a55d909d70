import { useEffect, useRef } from 'react'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { cancelPlaceOf, canSwap, type OpenShift } from './own-shifts.ts'
import { useText } from './texts.ts'
import type { Changes } from './use-changes.ts'

export type CancelActions = {
  /** Opens the dialog to give the place up, or the one that says whom to contact. */
  onOpen: (shift: OpenShift) => void
  onTake: (shift: OpenShift) => void
  /** Opens the dialog about a replacement. */
  onSwap: (shift: OpenShift) => void
}

type CancelButtonProps = CancelActions & {
  shift: OpenShift
  place: 'row' | 'ticket'
  /** Visually hidden end of the name, where several are on the page. */
  about?: string
  changes: Changes
}

export function CancelPlaceButton({
  shift,
  place,
  about,
  changes,
  onOpen,
  onTake,
}: Omit<CancelButtonProps, 'onSwap'>) {
  const t = useText()
  const way = cancelPlaceOf(shift, useNow())
  const { running, problem } = changes
  const isRunning = running?.token === shift.token && running.action === 'take'
  const text = problem?.token === shift.token ? problem.text : undefined
  const id = cancelId(shift.token)
  const isFull = way === 'take' && shift.spots_left === 0
  const wasFull = useRef(isFull)
  useEffect(() => {
    // The focused button is no longer rendered.
    if (isFull && !wasFull.current && document.activeElement === document.body)
      document.getElementById(id)?.focus()
    wasFull.current = isFull
  }, [isFull, id])
  if (way === undefined) return text === undefined ? null : <FormError text={text} className="mt-0" />
  if (isFull) {
    return (
      <div>
        <p id={id} tabIndex={-1} className="text-meta text-ink-2">
          {t('cancel.full')}
        </p>
        <FormError text={text === t('cancel.full') ? undefined : text} />
      </div>
    )
  }
  return (
    <div className={place === 'ticket' ? 'grid gap-3' : ''}>
      <Button
        id={id}
        kind={place === 'ticket' ? 'line' : 'quiet'}
        size={place === 'ticket' ? 'tall' : 'normal'}
        className={place === 'ticket' ? '' : '-ml-3'}
        busy={isRunning && t('submitting')}
        aria-disabled={running !== undefined}
        onClick={({ detail }) => {
          // The second click of a double click may land on what replaced the button.
          if (detail < 2) (way === 'take' ? onTake : onOpen)(shift)
        }}
      >
        {t(way === 'take' ? 'cancel.take' : 'cancel.open')}
        {about !== undefined && <span className="sr-only"> {about}</span>}
      </Button>
      <FormError text={text} className="mt-0" />
    </div>
  )
}

/** D58 */
export function SwapButton({
  shift,
  place,
  about,
  changes,
  onSwap,
}: Pick<CancelButtonProps, 'shift' | 'place' | 'about' | 'changes' | 'onSwap'>) {
  const t = useText()
  if (!canSwap(shift, useNow())) return null
  return (
    <Button
      kind={place === 'ticket' ? 'line' : 'quiet'}
      size={place === 'ticket' ? 'tall' : 'normal'}
      className={place === 'ticket' ? '' : '-ml-3'}
      aria-disabled={changes.running !== undefined}
      onClick={() => onSwap(shift)}
    >
      {t(shift.swap.url === null ? 'swap.find' : 'swap.share')}
      {about !== undefined && <span className="sr-only"> {about}</span>}
    </Button>
  )
}

/** Id of a shift's one such button, which is in the ticket or in its row. */
export function cancelId(token: string): string {
  return `cancel-place-${token}`
}
