import { DAY_MS } from './instants.ts'

/** D24: whether a version of the terms is announced `days` before it applies. Both are dates, "2026-05-02". */
export function isAnnouncedInTime(
  { announced_on, date }: { announced_on: string; date: string },
  days: number,
): boolean {
  return Date.parse(date) - Date.parse(announced_on) >= days * DAY_MS
}
