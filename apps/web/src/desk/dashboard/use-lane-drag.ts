import type { Shift } from '@muster/contract/shifts'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DragMode, dragSpan, type Span, STEP_MS } from './drag-block.ts'

/** What is being dragged, with the times it would have. */
export type Dragged = Span & { mode: DragMode; role_id: string; shift: Shift | undefined }

/** Pixels of a mouse, or ms of a finger, before a press is a drag. */
const START_PX = 4
const HOLD_MS = 450
/** Pixels at each end of a block that stretch it. */
const EDGE_PX = 9

type Press = {
  pointerId: number
  lane: HTMLElement
  x: number
  y: number
  /** Pixels of a step. */
  width: number
  dragged: Dragged
  isActive: boolean
}

type Lane = { role_id: string; start: number; columns: number; shiftOf: (id: string) => Shift | undefined }

/** Drags on the lanes of the timeline, by pointer. Escape takes it back. */
export function useLaneDrag(onDrop: (dragged: Dragged) => void) {
  const [dragged, setDragged] = useState<Dragged>()
  const press = useRef<Press>(undefined)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)

  const end = () => {
    clearTimeout(hold.current)
    press.current = undefined
    setDragged(undefined)
  }
  const activate = () => {
    const { current } = press
    if (!current || current.isActive) return
    current.isActive = true
    current.lane.setPointerCapture(current.pointerId)
    setDragged(current.dragged)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !press.current?.isActive) return
    event.stopPropagation()
    event.preventDefault()
    end()
  })
  // A finger that drags must not scroll the page.
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    if (press.current?.isActive) event.preventDefault()
  })
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKeyDown(event)
    const touch = (event: TouchEvent) => onTouchMove(event)
    document.addEventListener('keydown', key, true)
    document.addEventListener('touchmove', touch, { passive: false })
    return () => {
      document.removeEventListener('keydown', key, true)
      document.removeEventListener('touchmove', touch)
    }
  }, [])

  const handlersOf = (lane: Lane) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return
      const box = event.currentTarget.getBoundingClientRect()
      const width = box.width / lane.columns
      const shift = lane.shiftOf(event.target.closest<HTMLElement>('[data-shift]')?.dataset['shift'] ?? '')
      press.current = {
        pointerId: event.pointerId,
        lane: event.currentTarget,
        x: event.clientX,
        y: event.clientY,
        width,
        isActive: false,
        dragged: begin(event, { shift, lane, step: Math.floor((event.clientX - box.left) / width) }),
      }
      if (event.pointerType !== 'mouse') hold.current = setTimeout(activate, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = press
      if (!current) return
      const by = event.clientX - current.x
      if (!current.isActive) {
        if (Math.hypot(by, event.clientY - current.y) < START_PX) return
        if (event.pointerType !== 'mouse') return end()
        activate()
      }
      const { mode, shift, start, end: ends } = current.dragged
      const isWhole = mode === 'move' || mode === 'copy'
      setDragged({
        ...current.dragged,
        ...(isWhole && shift && { role_id: roleAt(event) ?? shift.role_id }),
        ...dragSpan(mode, { start, end: ends }, Math.round(by / current.width)),
      })
    },
    onPointerUp: () => {
      const from = press.current?.dragged
      end()
      const hasMoved = (['start', 'end', 'role_id'] as const).some((part) => dragged?.[part] !== from?.[part])
      if (dragged && from && hasMoved) onDrop(dragged)
    },
    onPointerCancel: end,
  })
  return { dragged, handlersOf }
}

/** The role of the lane at the height of the pointer. */
function roleAt({ currentTarget, clientY }: PointerEvent<HTMLElement>): string | undefined {
  const lanes = currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-role]') ?? []
  const lane = [...lanes].find((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return top <= clientY && clientY < bottom
  })
  return lane?.dataset['role']
}

function begin(
  { clientX, altKey, target }: PointerEvent,
  { shift, lane, step }: { shift: Shift | undefined; lane: Lane; step: number },
): Dragged {
  const { role_id } = lane
  const start = lane.start + step * STEP_MS
  if (!shift) return { mode: 'new', role_id, shift, start, end: start + STEP_MS }
  const span = { start: Date.parse(shift.start_dt), end: Date.parse(shift.end_dt) }
  if (altKey) return { mode: 'copy', role_id, shift, ...span }
  const block =
    target instanceof Element ? target.closest('[data-shift]')?.getBoundingClientRect() : undefined
  const isAtStart = block !== undefined && clientX - block.left < EDGE_PX
  const isAtEnd = block !== undefined && block.right - clientX < EDGE_PX
  const edge = isAtStart ? 'start' : 'end'
  return { mode: isAtStart || isAtEnd ? edge : 'move', role_id, shift, ...span }
}
