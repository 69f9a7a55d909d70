import { MINUTE_MS } from '@muster/contract/rules/instants'
import { NO_BREAK } from './dates.ts'

/** "3 h", "2 h 15 min", "45 min", in both languages. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  const parts = [
    { count: Math.floor(minutes / 60), unit: 'h' },
    { count: minutes % 60, unit: 'min' },
  ].filter(({ count }) => count > 0)
  return parts.map(({ count, unit }) => `${count}${NO_BREAK}${unit}`).join(NO_BREAK) || `0${NO_BREAK}min`
}
