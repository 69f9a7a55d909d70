import type { Shift } from '@muster/contract/shifts'
import type { MouseEvent } from 'react'
import type { CountedShift } from './group-shifts.ts'

type Presses = {
  onFill: ((shift: Shift) => void) | undefined
  onOpen: (shift: Shift, byKeyboard: boolean) => void
}

/** Opens who could fill a shift (D61) if an empty place was pressed, else the shift. The keyboard has a key, and a button in the sheet. */
export function pressShift(
  press: MouseEvent,
  { shift, isOver }: CountedShift,
  { onFill, onOpen }: Presses,
): void {
  const isOnGap = press.target instanceof Element && press.target.closest('[data-kind=missing]')
  if (onFill && isOnGap && !isOver) onFill(shift)
  else onOpen(shift, press.detail === 0)
}
