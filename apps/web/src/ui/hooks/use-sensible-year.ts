import { hasSensibleYear, YEARS } from '@muster/contract/rules/sensible-year'
import { useClockText } from '../controls/clock/texts.ts'

/** Value of `max` for date fields, without which browsers accept years of six digits. */
export const LAST_WALL = `${YEARS.last}-12-31T23:59`

export function useSensibleYear(): (wall: string) => true | string {
  const t = useClockText()
  // Strings, because a number would get a thousands separator.
  const years = { first: String(YEARS.first), last: String(YEARS.last) }
  return (wall) => hasSensibleYear(wall) || t('year_between', years)
}
