import { CANCELLATION_UNDO_MS } from '@muster/contract/rules/waiting-list'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { toastClass, toastPlaceClass } from '../../ui/feedback/toast-frame.ts'
import { useSecondsLeft } from '../../ui/hooks/use-seconds-left.ts'
import { useText } from './texts.ts'

/** Milliseconds in which clicks are ignored: the toast appears where the button to give the place up was. */
const DOUBLE_CLICK_MS = 400

type UndoToastProps = {
  /** ms of the browser's clock. */
  since: number
  isBusy: boolean
  onUndo: () => void
  onEnd: () => void
}

/** Stays while it is focused, hovered or busy. */
export function UndoToast({ since, isBusy, onUndo, onEnd }: UndoToastProps) {
  const t = useText()
  const seconds = useSecondsLeft(CANCELLATION_UNDO_MS, since)
  const [shown_at] = useState(() => performance.now())
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isOver = seconds === 0 && !isHovered && !isFocused && !isBusy
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <div className={toastPlaceClass}>
      <div
        className={toastClass({ className: 'gap-3 py-2 pr-2 pl-3.5 shadow-card' })}
        onPointerEnter={() => setIsHovered(true)}
        onPointerLeave={() => setIsHovered(false)}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      >
        <Ring seconds={seconds} />
        {t('undo.done')}
        <Button
          kind="quiet"
          className="text-canvas! underline hover:bg-transparent!"
          busy={isBusy && t('submitting')}
          onClick={({ detail, timeStamp }) => {
            // The second of two quick taps has a `detail` of 1.
            if (detail < 2 && timeStamp - shown_at > DOUBLE_CLICK_MS) onUndo()
          }}
        >
          {t('undo.undo')}
        </Button>
      </div>
    </div>
  )
}

function Ring({ seconds }: { seconds: number }) {
  const share = (seconds * 1_000) / CANCELLATION_UNDO_MS
  return (
    <svg className="size-7 flex-none fill-none stroke-current" viewBox="0 0 28 28" aria-hidden="true">
      <circle className="stroke-2 opacity-30" cx="14" cy="14" r="12" />
      <circle
        className="origin-center -rotate-90 stroke-2 [transition:stroke-dasharray_1s_linear]"
        cx="14"
        cy="14"
        r="12"
        pathLength="100"
        strokeDasharray={`${share * 100} 100`}
      />
      <text
        className="fill-current stroke-none text-hint tabular-nums"
        x="14"
        y="14"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {seconds}
      </text>
    </svg>
  )
}
