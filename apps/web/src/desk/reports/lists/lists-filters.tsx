import type { Event } from '@muster/contract/events'
import { dayInZone } from '@muster/contract/rules/zone'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../../format/dates.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { FilterSelect } from '../../../ui/controls/filter-select.tsx'
import { Segmented } from '../../../ui/controls/radio-cards.tsx'
import { listChoices } from '../../events/order.ts'
import { useText } from './texts.ts'
import { type ChangeLists, type ListsChoice, layouts } from './use-lists-choice.ts'

type FiltersProps = {
  event: Event
  events: readonly Event[]
  shifts: readonly Shift[]
  choice: ListsChoice
  maySeePhones: boolean
  onChange: ChangeLists
}

export function ListsFilters({ event, events, shifts, choice, maySeePhones, onChange }: FiltersProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const days = [...new Set(shifts.map(({ start_dt }) => dayInZone(start_dt, event.time_zone)))].toSorted()
  const { layout, filter, withPhones } = choice
  return (
    <div
      role="toolbar"
      aria-label={t('filter.label')}
      className="mb-4 flex flex-wrap items-center gap-2 print:hidden"
    >
      <Segmented
        className="filter-segments max-tablet:w-full"
        legend={t('filter.list')}
        hideLegend
        choices={layouts.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={layout}
        onChange={(value) => onChange({ list: value === 'sign_in' ? '' : value })}
      />
      <FilterSelect
        label={t('filter.event')}
        value={event.id}
        onChoose={(value) => onChange({ event: value, role: '', day: '' })}
      >
        {listChoices(events, event.id).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('filter.role')}
        value={filter.role_id ?? ''}
        onChoose={(value) => onChange({ role: value })}
      >
        <option value="">{t('filter.all_roles')}</option>
        {event.roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('filter.day')}
        value={filter.day ?? ''}
        onChoose={(value) => onChange({ day: value })}
      >
        <option value="">{t('filter.all_days')}</option>
        {days.map((each) => (
          <option key={each} value={each}>
            {format.calendarDay(each)}
          </option>
        ))}
      </FilterSelect>
      {maySeePhones && (
        <Checkbox
          className="ml-2"
          label={t('filter.without_phones')}
          checked={!withPhones}
          onChange={({ currentTarget }) => onChange({ phones: currentTarget.checked ? 'no' : '' })}
        />
      )}
    </div>
  )
}
