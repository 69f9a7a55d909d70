import { HOUR_MS } from './instants.ts'

const DEFAULT_SHIFT_MS = 2 * HOUR_MS

export function defaultShiftTimes(event: { event_date_start: string }): { start_dt: string; end_dt: string } {
  const start = Date.parse(event.event_date_start)
  return {
    start_dt: new Date(start).toISOString(),
    end_dt: new Date(start + DEFAULT_SHIFT_MS).toISOString(),
  }
}
