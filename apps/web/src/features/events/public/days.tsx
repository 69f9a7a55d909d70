import { useDateFormat } from '../../../format/dates.ts'
import { replaceSearch, useSearch } from '../../../ui/hooks/navigation.ts'
import { usePublicText } from './texts.ts'

/** One day of an event, or all. The choice stands in the address, so that back and reload keep it. */
export function useChosenDay(
  days: readonly string[],
): [string | undefined, (day: string | undefined) => void] {
  const chosen = useSearch().get('day')
  const choose = (day: string | undefined) =>
    replaceSearch(day === undefined ? '' : String(new URLSearchParams({ day })))
  return [days.find((day) => day === chosen), choose]
}

export function PublicDays({
  days,
  day,
  onChoose,
}: {
  days: readonly string[]
  day: string | undefined
  onChoose: (day: string | undefined) => void
}) {
  const t = usePublicText()
  // A calendar day, not an instant: written as it stands, whatever the zone.
  const format = useDateFormat('UTC')
  return (
    <fieldset className="days noscript:hidden">
      <legend className="sr-only">{t('days')}</legend>
      <button type="button" aria-pressed={day === undefined} onClick={() => onChoose(undefined)}>
        {t('all_days')}
      </button>
      {days.map((each) => (
        <button type="button" key={each} aria-pressed={each === day} onClick={() => onChoose(each)}>
          {format.day(each)}
        </button>
      ))}
    </fieldset>
  )
}
