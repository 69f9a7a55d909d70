import { MINUTE_MS } from '@muster/contract/rules/instants'

/** What a drag on the timeline does: makes a shift, moves or copies one, or moves its start or its end. */
export type DragMode = 'new' | 'move' | 'copy' | 'start' | 'end'

/** Instants in ms since epoch. */
export type Span = { start: number; end: number }

export const STEP_MS = 15 * MINUTE_MS

/** Returns the span after a drag by `steps` of 15 minutes, which pass also while the clock changes (D46). */
export function dragSpan(mode: DragMode, { start, end }: Span, steps: number): Span {
  const by = steps * STEP_MS
  switch (mode) {
    case 'new':
      return by < 0 ? { start: start + by, end } : { start, end: end + by }
    case 'start':
      return { start: Math.min(start + by, Math.max(start, end - STEP_MS)), end }
    case 'end':
      return { start, end: Math.max(end + by, Math.min(end, start + STEP_MS)) }
    default:
      return { start: start + by, end: end + by }
  }
}

export function instantsOf({ start, end }: Span): [string, string] {
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}
