import { type DateFormat, lastOf } from './dates.ts'

/** The date block of a card: days "19–20", month "June", weekdays "Fri–Sat", year "2026" or "2026–2027". */
export function dateBlock(
  { isoDate, weekday, dayNumber, month, year }: DateFormat,
  start: string,
  until: string,
) {
  const end = lastOf(start, until)
  const span = (read: (iso: string) => string, by = read) =>
    by(start) === by(end) ? read(end) : `${read(start)}–${read(end)}`
  return {
    days: span(dayNumber, isoDate),
    month: span(month),
    weekdays: span(weekday, isoDate),
    year: span(year),
  }
}
