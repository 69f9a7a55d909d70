import { useDateFormat } from '../../format/dates.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { useText } from './texts.ts'
import type { DashboardFilters } from './use-chosen-event.ts'

/** Narrows the list to a day, to the shifts with gaps, or both. */
export function FilterBar({
  timeZone,
  days,
  day,
  onlyGaps,
  shown,
  all,
  onChange,
}: {
  timeZone: string
  days: readonly string[]
  day: string | undefined
  onlyGaps: boolean
  shown: number
  all: number
  onChange: (change: DashboardFilters) => void
}) {
  const t = useText()
  const format = useDateFormat(timeZone)
  return (
    <fieldset className="filters" aria-label={t('filter.label')}>
      {days.length > 1 && (
        <SelectBox
          aria-label={t('filter.day')}
          value={day ?? ''}
          onChange={({ currentTarget }) => onChange({ day: currentTarget.value || undefined })}
        >
          <option value="">{t('filter.all_days')}</option>
          {days.map((each) => (
            <option key={each} value={each}>
              {format.calendarDay(each)}
            </option>
          ))}
        </SelectBox>
      )}
      <Checkbox
        label={t('filter.only_gaps')}
        checked={onlyGaps}
        onChange={({ currentTarget }) => onChange({ gaps: currentTarget.checked ? '1' : undefined })}
      />
      <p aria-live="polite">{shown < all && t('shown', { shown, count: all })}</p>
    </fieldset>
  )
}
