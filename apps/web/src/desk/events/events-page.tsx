import type { Event } from '@muster/contract/events'
import { useStore } from '@nanostores/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { $organization } from '../../api/current-organization.ts'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { useNow } from '../../live/use-now.ts'
import { useOrganizationHints } from '../../live/use-organization-hints.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { eventsQuery } from './api.ts'
import { EventCard, editEventId, moreAboutId } from './event-card.tsx'
import { eventEditorClass } from './event-editor-class.ts'
import { byStart } from './order.ts'
import { useText } from './texts.ts'

// Loaded after the page: most visits only read.
const EventEditor = lazyPart(() => import('./event-editor.tsx'))
const NewEvent = lazyPart(() => import('./new-event.tsx'))
const DeleteEventDialog = lazyPart(() => import('./delete-event-dialog.tsx'))

const cardsClass = 'grid grid-flow-dense grid-cols-fill-110 gap-6'

type OpenForm = 'closed' | 'new' | { edited: Event; startWithRoles: boolean }

const addButtonId = 'add-event'

export default function EventsPage() {
  const t = useText()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useLiveEvents()

  if (!events && error) {
    return (
      <>
        {/* The error fills the screen; its title is for screen readers. */}
        <PageTitle title={t('title')} className="sr-only" />
        <ErrorPanel text={t('error', { message: errorText(error, t('errors.fetch')) })}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      </>
    )
  }
  return <EventDesk events={events} />
}

/** Rendered before the events arrive, so that nothing moves. */
function EventDesk({ events }: { events: readonly Event[] | undefined }) {
  const t = useText()
  const mayPlan = useMay('plan')
  const focusNext = useFocusNext()
  const [open, setOpen] = useState<OpenForm>('closed')
  const [deleting, setDeleting] = useState<Event>()
  const toDelete = deleting && newestOf(events, deleting)
  const { markUnsaved, leave, question } = useDiscardQuestion()
  useLoadAhead([EventEditor, NewEvent, DeleteEventDialog])
  const { ahead, past } = partByTime(keepEdited(events ?? [], open), useNow())

  const close = (focus: string) => {
    setOpen('closed')
    focusNext(focus)
  }
  const cardsOf = (list: readonly Event[], isPast: boolean) => (
    <div className={cardsClass}>
      {list.map((event) =>
        typeof open === 'object' && open.edited.id === event.id ? (
          <Suspense key={event.id} fallback={<LoadingForm />}>
            <EventEditor
              event={event}
              startWithRoles={open.startWithRoles}
              onUnsaved={markUnsaved}
              onCancel={() => close(editEventId(event))}
              onSaved={(saved) => {
                announce(t('form.saved', { name: saved.name }))
                close(editEventId(saved))
              }}
            />
          </Suspense>
        ) : (
          <EventCard
            key={event.id}
            event={event}
            isPast={isPast}
            onEdit={() => leave(() => setOpen({ edited: event, startWithRoles: false }))}
            onAddRole={() => leave(() => setOpen({ edited: event, startWithRoles: true }))}
            onDelete={() => setDeleting(event)}
          />
        ),
      )}
    </div>
  )

  return (
    <>
      <PageHead title={t('title')} intro={t('intro')}>
        {mayPlan && (
          <Button
            id={addButtonId}
            aria-expanded={open === 'new'}
            onClick={() => leave(() => (open === 'new' ? close(addButtonId) : setOpen('new')))}
          >
            {t('add')}
          </Button>
        )}
      </PageHead>
      {open === 'new' && (
        <Suspense fallback={<LoadingForm />}>
          <NewEvent
            onUnsaved={markUnsaved}
            onCancel={() => close(addButtonId)}
            onAdded={(event) => {
              announce(t('form.added', { name: event.name }))
              close(editEventId(event))
            }}
          />
        </Suspense>
      )}
      {!events && <LoadingEvents />}
      {events?.length === 0 && open === 'closed' && (
        <EmptyState text={t(mayPlan ? 'empty' : 'empty_to_see')} />
      )}
      {cardsOf(ahead, false)}
      {past.length > 0 && (
        <>
          {ahead.length === 0 && <p className="text-ink-2">{t('none_ahead')}</p>}
          <h2 className="mt-12 mb-4">{t('past')}</h2>
          {cardsOf(past, true)}
        </>
      )}
      {toDelete && (
        <Suspense fallback={null}>
          <DeleteEventDialog
            event={toDelete}
            onClose={() => {
              setDeleting(undefined)
              focusNext(moreAboutId(toDelete))
            }}
            onDeleted={() => {
              announce(t('delete_dialog.deleted', { name: toDelete.name }))
              setDeleting(undefined)
              focusNext(addButtonId)
            }}
          />
        </Suspense>
      )}
      {question}
    </>
  )
}

function keepEdited(events: readonly Event[], open: OpenForm): readonly Event[] {
  if (typeof open !== 'object') return events
  const { edited } = open
  const { event_date_start, event_date_end } = edited
  return [
    ...events.filter(({ id }) => id !== edited.id),
    { ...newestOf(events, edited), event_date_start, event_date_end },
  ]
}

/** Next first; past events latest first. */
function partByTime(events: readonly Event[], now: string): { ahead: Event[]; past: Event[] } {
  const sorted = events.toSorted(byStart)
  const isPast = ({ event_date_end }: Event) => Date.parse(event_date_end) < Date.parse(now)
  return {
    ahead: sorted.filter((event) => !isPast(event)),
    past: sorted.filter(isPast).toReversed(),
  }
}

function useLiveEvents(): void {
  const client = useQueryClient()
  const refresh = useThrottled(() => void client.invalidateQueries(eventsQuery()), 1_000)
  useOrganizationHints(useStore($organization) ?? '', refresh)
}

function LoadingForm() {
  return (
    <Loading className={eventEditorClass()}>
      <Skeleton className="h-105" />
    </Loading>
  )
}

function LoadingEvents() {
  return (
    <Loading className={cardsClass}>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </Loading>
  )
}
