import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../ui/controls/filter-select.tsx'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { eventsQuery } from '../events/api.ts'
import { listChoices } from '../events/order.ts'
import { tagsQuery } from '../tags/api.ts'
import { useText } from './texts.ts'
import { everyYear, groupings, type useHoursFilter } from './use-hours-filter.ts'

type FiltersProps = ReturnType<typeof useHoursFilter> & { years: readonly number[] }

export function HoursFilters({ by, filter, year, thisYear, years, choose }: FiltersProps) {
  const t = useText()
  const { data: events = [] } = useQuery(eventsQuery())
  const { data: tags = [] } = useQuery(tagsQuery())
  const { event_id, role_id, tag_id } = filter
  const event = events.find(({ id }) => id === event_id)
  const shownYears = [...new Set([thisYear, ...years, ...(filter.year === undefined ? [] : [filter.year])])]
  return (
    <div role="toolbar" aria-label={t('filter.label')} className="mb-2 flex flex-wrap items-center gap-2">
      <Segmented
        className="filter-segments max-tablet:w-full"
        legend={t('filter.by')}
        hideLegend
        choices={groupings.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={by}
        onChange={(value) => choose({ by: value === 'person' ? '' : value })}
      />
      <FilterSelect label={t('filter.year')} value={year} onChoose={(value) => choose({ year: value })}>
        <option value={everyYear}>{t('filter.every_year')}</option>
        {shownYears
          .toSorted((a, b) => b - a)
          .map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
      </FilterSelect>
      <FilterSelect
        label={t('filter.event_label')}
        value={event_id ?? ''}
        onChoose={(value) => choose({ event: value, role: '' })}
      >
        <option value="">{t('filter.all_events')}</option>
        {listChoices(events, event_id).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('filter.role_label')}
        value={role_id ?? ''}
        onChoose={(value) => choose({ role: value })}
      >
        <option value="">{t('filter.all_roles')}</option>
        {event ? <RoleOptions event={event} /> : listChoices(events).map(groupOfRoles)}
      </FilterSelect>
      {tags.length > 0 && (
        <FilterSelect
          label={t('filter.tag_label')}
          value={tag_id ?? ''}
          onChoose={(value) => choose({ tag: value })}
        >
          <option value="">{t('filter.all_tags')}</option>
          {tags.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      )}
    </div>
  )
}

const groupOfRoles = (event: Event) => (
  <optgroup key={event.id} label={event.name}>
    <RoleOptions event={event} />
  </optgroup>
)

function RoleOptions({ event }: { event: Event }) {
  return event.roles.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}
