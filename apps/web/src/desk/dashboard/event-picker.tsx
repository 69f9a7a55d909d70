import type { Event } from '@muster/contract/events'
import { lazy, Suspense, useMemo } from 'react'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { listChoices } from '../events/order.ts'
import { useText } from './texts.ts'

const EventSearch = lazy(() => import('./event-search.tsx'))

const LIST_MAX = 8

export function EventPicker({
  events,
  value,
  onChange,
}: {
  events: readonly Event[]
  value: Event
  onChange: (event_id: string) => void
}) {
  const t = useText()
  const language = useLanguage()
  const offered = useMemo(() => listChoices(events, value.id), [events, value.id])
  const textOf = ({ name, event_date_start, time_zone }: Event) =>
    // A yearly festival keeps its name.
    events.filter((event) => event.name === name).length > 1
      ? `${name}, ${dateFormat(language, time_zone).isoDate(event_date_start)}`
      : name

  if (events.length > LIST_MAX) {
    return (
      <Suspense fallback={<Skeleton className="h-11 w-11" />}>
        <EventSearch label={t('event')} events={offered} value={value} textOf={textOf} onChange={onChange} />
      </Suspense>
    )
  }
  return (
    <>
      <Icon name="down" className="mr-1 text-ink-3" />
      {/* Over the name, which is as wide as it needs to be; a select would be as wide as its longest option. */}
      <select
        aria-label={t('event')}
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
        value={value.id}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {offered.map((event) => (
          <option key={event.id} value={event.id}>
            {textOf(event)}
          </option>
        ))}
      </select>
    </>
  )
}
