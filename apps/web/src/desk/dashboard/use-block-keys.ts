import type { Shift } from '@muster/contract/shifts'
import { type KeyboardEvent, useState } from 'react'
import { dragSpan } from './drag-block.ts'
import type { Dragged } from './use-lane-drag.ts'

export type BlockKeys = ReturnType<typeof useBlockKeys>

const steps: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

/**
 * The same as dragging a block, by keys: left and right move it, with Shift they move its end, with Alt a copy of it.
 * Enter drops it, Escape takes it back.
 */
export function useBlockKeys(onDrop: (dragged: Dragged) => void) {
  const [dragged, setDragged] = useState<Dragged>()
  const end = () => setDragged(undefined)
  /** Returns whether the key was one of these. */
  const onKeyDown = (press: KeyboardEvent, shift: Shift): boolean => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = press
    const step = steps[key]
    if (step !== undefined && !ctrlKey && !metaKey) {
      const from = dragged ?? {
        mode: altKey ? 'copy' : 'move',
        role_id: shift.role_id,
        shift,
        start: Date.parse(shift.start_dt),
        end: Date.parse(shift.end_dt),
      }
      setDragged({ ...from, ...dragSpan(shiftKey ? 'end' : 'move', from, step) })
    } else if (dragged && key === 'Enter') {
      end()
      onDrop(dragged)
    } else if (dragged && key === 'Escape') end()
    else return false
    press.preventDefault()
    return true
  }
  return { dragged, end, onKeyDown }
}
