import { useDateFormat } from '../../format/dates.ts'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { isShownKind, shownKinds } from './filter-shifts.ts'
import { useText } from './texts.ts'
import type { DashboardFilters } from './use-chosen-event.ts'

export const shownKindId = 'shown-kind'

export function FilterBar({
  timeZone,
  days,
  day,
  kind,
  shown,
  all,
  onChange,
}: {
  timeZone: string
  days: readonly string[]
  day: string | undefined
  kind: DashboardFilters['show']
  shown: number
  all: number
  onChange: (change: DashboardFilters) => void
}) {
  const t = useText()
  const format = useDateFormat(timeZone)
  return (
    <fieldset className="mb-3 flex min-w-0 flex-wrap items-center gap-3" aria-label={t('filter.label')}>
      {days.length > 1 && (
        <SelectBox
          className="w-50 max-tablet:w-full"
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
      <SelectBox
        id={shownKindId}
        className="max-tablet:w-full"
        aria-label={t('filter.show')}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ show: isShownKind(value) ? value : undefined })
        }
      >
        <option value="">{t('filter.all')}</option>
        {shownKinds.map((each) => (
          <option key={each} value={each}>
            {t(`filter.${each}`)}
          </option>
        ))}
      </SelectBox>
      <p className="ml-auto text-meta/body text-ink-2" aria-live="polite">
        {shown < all && t('shown', { shown, count: all })}
      </p>
    </fieldset>
  )
}
