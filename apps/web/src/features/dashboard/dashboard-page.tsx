import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useReadFailure } from '../../api/use-read-failure.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FailureDialog } from '../../ui/overlays/failure-dialog.tsx'
import { eventsQuery } from '../events/api.ts'
import { EventDashboard } from './event-dashboard.tsx'
import { DashboardHead, LoadingShifts } from './page-parts.tsx'
import { useText } from './texts.ts'
import { useChosenEvent } from './use-chosen-event.ts'

export default function DashboardPage() {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useReadFailure(error, t(events ? 'refresh_failed' : 'fetch_failed'), setFailure)

  return (
    <>
      {events ? (
        <Dashboard events={events} onFailure={setFailure} />
      ) : (
        <>
          <DashboardHead />
          {error ? <RetryButton onRetry={() => void refetch()} /> : <LoadingShifts />}
        </>
      )}
      {failure && <FailureDialog text={failure} onClose={() => setFailure(undefined)} />}
    </>
  )
}

function Dashboard({ events, onFailure }: { events: readonly Event[]; onFailure: (text: string) => void }) {
  const t = useText()
  const { event, isUnknown, look, chooseEvent, changeLook } = useChosenEvent(events)
  useMissingEvent({
    events,
    shown: event,
    isUnknown,
    onMissing: (name) => {
      changeLook(
        { shift: undefined, day: undefined, timeline: undefined, gaps: undefined },
        { replace: true },
      )
      if (name === undefined) onFailure(t('event_unknown'))
      else onFailure(t(events.length > 0 ? 'event_gone' : 'last_event_gone', { name }))
    },
  })
  if (event) {
    return (
      <EventDashboard
        events={events}
        event={event}
        look={look}
        onChooseEvent={chooseEvent}
        onLook={changeLook}
        onFailure={onFailure}
      />
    )
  }
  return (
    <>
      <DashboardHead />
      {events.length > 0 ? (
        <LoadingShifts />
      ) : (
        <EmptyState text={t('no_events')}>
          <Link className={buttonClass()} to={paths.events}>
            {t('to_events')}
          </Link>
        </EmptyState>
      )}
    </>
  )
}

/**
 * Tells when the event that was looked at has been removed elsewhere, by its name: another, or none, is shown by then.
 * And of an address whose event is not there.
 */
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
  const tell = useEffectEvent(onMissing)
  useEffect(() => {
    const last = before.current
    before.current = shown
    if (last && events.every(({ id }) => id !== last.id)) tell(last.name)
    else if (isUnknown) tell(undefined)
  }, [events, shown, isUnknown])
}
