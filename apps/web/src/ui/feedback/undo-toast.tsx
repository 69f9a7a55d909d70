import { useEffect, useEffectEvent, useState } from 'react'
import '../../styles/undo-toast.css'
import { Button } from '../controls/button.tsx'
import { useSecondsLeft } from '../hooks/use-seconds-left.ts'
import { SecondsRing } from './seconds-ring.tsx'
import { toastClass } from './toast-frame.ts'

/** Milliseconds in which clicks are ignored: the toast may appear where the button that led to it was. */
const DOUBLE_CLICK_MS = 400

type UndoToastProps = {
  text: string
  undo: string
  /** ms of the server's clock, as `now()`. */
  since: number
  limit_ms: number
  /** The label of the button while it is undone. */
  busy: false | string
  onUndo: () => void
  onEnd: () => void
}

/** Stays while it is focused, hovered or busy. */
export function UndoToast({ text, undo, since, limit_ms, busy, onUndo, onEnd }: UndoToastProps) {
  const seconds = useSecondsLeft(limit_ms, since)
  const [shown_at] = useState(() => performance.now())
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isOver = seconds === 0 && !isHovered && !isFocused && busy === false
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <div
      className={toastClass({ className: 'undo-toast gap-3 py-2 pr-2 pl-4 shadow-card' })}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <SecondsRing seconds={seconds} share={(seconds * 1_000) / limit_ms} />
      {text}
      <Button
        kind="quiet"
        busy={busy}
        onClick={({ detail, timeStamp }) => {
          // The second of two quick taps has a `detail` of 1.
          if (detail < 2 && timeStamp - shown_at > DOUBLE_CLICK_MS) onUndo()
        }}
      >
        {undo}
      </Button>
    </div>
  )
}
