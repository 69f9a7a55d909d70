import type { AssignmentStatus } from './assignment-status.ts'
import { hasStarted } from './shift-phase.ts'

/** D58. `line_first`: as `link` while nobody waits for a place on the shift (D44), otherwise as `off`. */
export const swapModes = ['link', 'line_first', 'off'] as const
export type SwapMode = (typeof swapModes)[number]

/** `swap`: the mode in force. */
type Held = { status: AssignmentStatus; shift: { start_dt: string }; swap: SwapMode }

/** D58: a place can be handed over until its shift begins, whatever the event's time for cancelling (D39). */
export const canSwap = ({ status, shift, swap }: Held, now: string): boolean =>
  swap === 'link' && status === 'CONFIRMED' && !hasStarted(shift, now)
