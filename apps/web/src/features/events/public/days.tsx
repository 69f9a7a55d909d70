import { useDateFormat } from '../../../format/dates.ts'
import { replaceSearch, useSearch } from '../../../ui/hooks/navigation.ts'
import { usePublicText } from './texts.ts'

/** One day of an event, or undefined for all. It stands in the address, so that back and reload keep it. */
export function useChosenDay(days: readonly string[]): string | undefined {
  const chosen = useSearch().get('day')
  return days.find((day) => day === chosen)
}

function chooseDay(day: string | undefined): void {
  replaceSearch(day === undefined ? '' : String(new URLSearchParams({ day })))
}

export function PublicDays({ days, day }: { days: readonly string[]; day: string | undefined }) {
  const t = usePublicText()
  // A calendar day, not an instant: written as it stands, whatever the zone.
  const format = useDateFormat('UTC')
  return (
    <fieldset className="days noscript:hidden">
      <legend className="sr-only">{t('days')}</legend>
      <button type="button" aria-pressed={day === undefined} onClick={() => chooseDay(undefined)}>
        {t('all_days')}
      </button>
      {days.map((each) => (
        <button type="button" key={each} aria-pressed={each === day} onClick={() => chooseDay(each)}>
          {format.day(each)}
        </button>
      ))}
    </fieldset>
  )
}
