import type { AssignmentStatus } from './assignment-status.ts'
import { hasStarted } from './shift-phase.ts'

/** D58 */
export const swapModes = ['link', 'off'] as const
export type SwapMode = (typeof swapModes)[number]

type Held = { status: AssignmentStatus; shift: { start_dt: string }; swap: SwapMode }

/** D58: a place can be handed over until its shift begins, whatever the event's time for cancelling (D39). */
export const canSwap = ({ status, shift, swap }: Held, now: string): boolean =>
  swap === 'link' && status === 'CONFIRMED' && !hasStarted(shift, now)
