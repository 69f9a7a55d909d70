import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureDialog } from '../../ui/failure-dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { useFocusNext } from '../../ui/use-focus-next.ts'
import { eventsQuery } from '../events/api.ts'
import { shiftsQuery } from '../shifts/api.ts'
import { NewShift } from '../shifts/new-shift.tsx'
import { EventHeader } from './event-header.tsx'
import { EventPicker } from './event-picker.tsx'
import { EventShifts } from './event-shifts.tsx'
import { useText } from './texts.ts'
import { useChosenEvent } from './use-chosen-event.ts'
import { useCountedShifts } from './use-counted-shifts.ts'
import { useLiveShifts } from './use-live-shifts.ts'

/** One thing at a time: a new shift, or one that is edited; of the event that is shown. */
type Desk = { event_id: string; doing: 'new' | Shift } | undefined

const addButtonId = 'add-shift'

export default function DashboardPage() {
  const t = useText()
  const [failure, setFailure] = useState<string>()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useReadFailure(error, events !== undefined, setFailure)

  return (
    <>
      {events && events.length > 0 ? (
        <Dashboard events={events} onFailure={setFailure} />
      ) : (
        <header className="page-head">
          <Heading />
        </header>
      )}
      {events?.length === 0 && (
        <EmptyState text={t('no_events')}>
          <Link className={buttonClass()} to={paths.events}>
            {t('to_events')}
          </Link>
        </EmptyState>
      )}
      {!events && error && <RetryButton onRetry={() => void refetch()} />}
      {!events && !error && <LoadingShifts />}
      {failure && <FailureDialog text={failure} onClose={() => setFailure(undefined)} />}
    </>
  )
}

function Dashboard({ events, onFailure }: { events: readonly Event[]; onFailure: (text: string) => void }) {
  const { event, shift_id, chooseEvent, openShift } = useChosenEvent(events)
  return event ? (
    <EventDashboard
      events={events}
      event={event}
      shift_id={shift_id}
      onChooseEvent={chooseEvent}
      onOpenShift={openShift}
      onFailure={onFailure}
    />
  ) : (
    <>
      <header className="page-head">
        <Heading />
      </header>
      <LoadingShifts />
    </>
  )
}

function EventDashboard({
  events,
  event,
  shift_id,
  onChooseEvent,
  onOpenShift,
  onFailure,
}: {
  events: readonly Event[]
  event: Event
  shift_id: string | undefined
  onChooseEvent: (event_id: string) => void
  onOpenShift: (shift_id: string | undefined) => void
  onFailure: (text: string) => void
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, shifts !== undefined, onFailure)
  useLiveShifts(event.id)
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const [desk, setDesk] = useState<Desk>()
  const doing = desk?.event_id === event.id ? desk.doing : undefined
  const edited = doing === 'new' ? undefined : doing
  const { counted, total } = useCountedShifts(shifts, edited)

  const begin = (next: 'new' | Shift) => leave(() => setDesk({ event_id: event.id, doing: next }))
  const close = (focus: string) => {
    setDesk(undefined)
    focusNext(focus)
  }
  const addButton = (
    <Button
      id={addButtonId}
      aria-expanded={doing === 'new'}
      onClick={() => (doing === 'new' ? leave(() => close(addButtonId)) : begin('new'))}
    >
      {t('add_shift')}
    </Button>
  )

  return (
    <>
      <header className="page-head">
        <Heading />
        <div className="page-actions">
          {events.length > 1 && (
            <EventPicker
              events={events}
              value={event}
              onChange={(event_id) => leave(() => onChooseEvent(event_id))}
            />
          )}
          {event.roles.length > 0 && addButton}
        </div>
      </header>
      <EventHeader event={event} coverage={total ?? event.coverage} />
      {doing === 'new' && (
        <NewShift
          key={event.id}
          event={event}
          onUnsaved={markUnsaved}
          onFailure={onFailure}
          onClose={() => close(addButtonId)}
        />
      )}
      {event.roles.length === 0 && <NoRoles />}
      {event.roles.length > 0 && counted?.length === 0 && <p className="text-ink-2">{t('no_shifts')}</p>}
      {counted && counted.length > 0 && (
        <EventShifts
          event={event}
          counted={counted}
          openId={shift_id}
          edited={edited}
          onOpen={onOpenShift}
          onEdit={begin}
          onUnsaved={markUnsaved}
          onFailure={onFailure}
          onClose={close}
          onDeleted={() => focusNext(addButtonId)}
        />
      )}
      {!shifts && error && <RetryButton onRetry={() => void refetch()} />}
      {!shifts && !error && <LoadingShifts />}
      {question}
    </>
  )
}

function Heading() {
  const t = useText()
  return (
    <div>
      <PageTitle title={t('title')} />
      <p>{t('intro')}</p>
    </div>
  )
}

function NoRoles() {
  const t = useText()
  return (
    <EmptyState text={t('no_roles')}>
      <Link className={buttonClass()} to={paths.events}>
        {t('to_events')}
      </Link>
    </EmptyState>
  )
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const words = useWords()
  return (
    <Button kind="line" onClick={onRetry}>
      {words('try_again')}
    </Button>
  )
}

function LoadingShifts() {
  return (
    <Loading>
      <Skeleton className="h-[420px]" />
    </Loading>
  )
}

/** The first reading, or a later one, went wrong: said once for each time. */
function useReadFailure(error: Error | null, hasData: boolean, onFailure: (text: string) => void): void {
  const t = useText()
  const told = error && errorText(error, t(hasData ? 'refresh_failed' : 'fetch_failed'))
  useEffect(() => {
    if (told) onFailure(told)
  }, [told, onFailure])
}
