import type { MouseEvent, PointerEvent } from 'react'

const LONG_MS = 500
/** Pixels by which a finger may move while it is held. */
const STILL_PX = 10

let timer: ReturnType<typeof setTimeout> | undefined
let start = { x: 0, y: 0 }
let isDone = false

const stop = () => clearTimeout(timer)

/** Handlers that run `act` when a finger is held on the element. The click at its end is dropped. */
export function longPress(act: () => void) {
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      stop()
      isDone = false
      if (pointerType === 'mouse') return
      start = { x: clientX, y: clientY }
      timer = setTimeout(() => {
        isDone = true
        act()
      }, LONG_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (press: MouseEvent) => {
      if (isDone) press.preventDefault()
    },
    onClickCapture: (press: MouseEvent) => {
      if (!isDone) return
      isDone = false
      press.preventDefault()
      press.stopPropagation()
    },
  }
}
