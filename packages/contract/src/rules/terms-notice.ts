import { DAY_MS } from './instants.ts'

/** Returns whether terms are announced `days` before they apply (D24). Both times are dates, "2026-05-02". */
export function isAnnouncedInTime(
  { announced_on, date }: { announced_on: string; date: string },
  days: number,
): boolean {
  return Date.parse(date) - Date.parse(announced_on) >= days * DAY_MS
}
