import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useReadFailure } from '../../ui/overlays/use-read-failure.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { eventsQuery } from '../events/api.ts'
import { useShowsFirst } from '../events/first/use-shows-first.ts'
import { EventDashboard } from './event-dashboard.tsx'
import { DashboardHead, LoadingShifts, NoEvents } from './page-parts.tsx'
import { useText } from './texts.ts'
import { NO_FILTERS, useChosenEvent } from './use-chosen-event.ts'

const FirstEvent = lazyPart(() => import('../events/first/first-event.tsx'))

export default function DashboardPage() {
  const t = useText()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useReadFailure(error, t(events ? 'refresh_failed' : 'fetch_failed'))
  if (useShowsFirst(events))
    return (
      <Suspense fallback={<LoadingShifts />}>
        <FirstEvent />
      </Suspense>
    )
  if (events) return <Dashboard events={events} />
  return (
    <>
      <DashboardHead />
      {error ? <RetryButton onRetry={() => void refetch()} /> : <LoadingShifts />}
    </>
  )
}

function Dashboard({ events }: { events: readonly Event[] }) {
  const t = useText()
  const { event, isUnknown, filters, chooseEvent, changeFilters } = useChosenEvent(events)
  useMissingEvent({
    events,
    shown: event,
    isUnknown,
    onMissing: (name) => {
      changeFilters({ ...NO_FILTERS, shift: undefined, past: undefined }, { replace: true })
      if (name === undefined) showFailure(t('event_unknown'))
      else showFailure(t(events.length > 0 ? 'event_gone' : 'last_event_gone', { name }))
    },
  })
  if (event) {
    return (
      <EventDashboard
        events={events}
        event={event}
        filters={filters}
        onChooseEvent={chooseEvent}
        onFilter={changeFilters}
      />
    )
  }
  return (
    <>
      <DashboardHead />
      {events.length > 0 ? <LoadingShifts /> : <NoEvents />}
    </>
  )
}

/** Calls `onMissing` with the name of an event that was removed elsewhere, without a name for an unknown address. */
function useMissingEvent({
  events,
  shown,
  isUnknown,
  onMissing,
}: {
  events: readonly Event[]
  shown: Event | undefined
  isUnknown: boolean
  onMissing: (name: string | undefined) => void
}): void {
  const before = useRef(shown)
  const report = useEffectEvent(onMissing)
  useEffect(() => {
    const last = before.current
    before.current = shown
    if (last && events.every(({ id }) => id !== last.id)) report(last.name)
    else if (isUnknown) report(undefined)
  }, [events, shown, isUnknown])
}
