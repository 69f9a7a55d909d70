import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { newestOf } from '../../api/newest-of.ts'
import { useMay } from '../../api/rights.ts'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import type { MenuEntry } from '../../ui/controls/menu.tsx'
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
import { EventCard } from './event-card.tsx'
import { eventEditorClass } from './event-editor-class.ts'
import { editEventId, moreAboutId } from './event-ids.ts'
import { useShowsFirst } from './first/use-shows-first.ts'
import { byStart } from './order.ts'
import { useText } from './texts.ts'
import { useEventActs } from './use-event-acts.tsx'
import { useLiveEvents } from './use-live-events.ts'

// Loaded after the page: most visits only read.
const EventEditor = lazyPart(() => import('./event-editor.tsx'))
const FirstEvent = lazyPart(() => import('./first/first-event.tsx'))
const EventLines = lazyPart(() => import('./event-lines.tsx'))

const cardsClass = 'grid grid-flow-dense grid-cols-fill-110 gap-6'

type OpenForm = 'closed' | { edited: Event; startWithRoles: boolean }

const addButtonId = 'add-event'

export default function EventsPage() {
  const t = useText()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useLiveEvents()
  const showsFirst = useShowsFirst(events)

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
  if (showsFirst)
    return (
      <Suspense fallback={<LoadingEvents />}>
        <FirstEvent />
      </Suspense>
    )
  return <EventDesk events={events} />
}

/** Rendered before the events arrive, so that nothing moves. */
function EventDesk({ events }: { events: readonly Event[] | undefined }) {
  const t = useText()
  const mayPlan = useMay('plan')
  const focusNext = useFocusNext()
  const [open, setOpen] = useState<OpenForm>('closed')
  const { markUnsaved, leave, question } = useDiscardQuestion()
  const acts = useEventActs(events, {
    closed: (event) => focusNext(moreAboutId(event)),
    archived: (event) => focusNext(event.archived ? addButtonId : moreAboutId(event)),
    deleted: () => focusNext(addButtonId),
    copied: (copy) => focusNext(editEventId(copy)),
    published: (event) => focusNext(editEventId(event)),
  })
  useLoadAhead([EventEditor, EventLines])
  const { ahead, past, archived } = partByTime(keepEdited(events ?? [], open), useNow())

  const close = (focus: string) => {
    setOpen('closed')
    focusNext(focus)
  }
  const edit = (event: Event, startWithRoles = false) =>
    leave(() => setOpen({ edited: event, startWithRoles }))
  const editorOf = (event: Event) =>
    typeof open === 'object' && open.edited.id === event.id ? (
      <Suspense key={event.id} fallback={<LoadingForm />}>
        <EventEditor
          event={event}
          startWithRoles={open.startWithRoles}
          onUnsaved={markUnsaved}
          onCancel={() => close(editEventId(event))}
          onSaved={(saved) => {
            announce(t('saved', { name: saved.name }))
            close(editEventId(saved))
          }}
        />
      </Suspense>
    ) : undefined
  const linesOf = (
    list: readonly Event[],
    entriesOf: (event: Event) => readonly MenuEntry[],
    summary?: string,
  ) => (
    <Suspense
      fallback={
        <Loading>
          {(summary ? list.slice(0, 1) : list).map(({ id }) => (
            <Skeleton key={id} className="h-12" />
          ))}
        </Loading>
      }
    >
      <EventLines
        summary={summary}
        events={list}
        editorOf={editorOf}
        entriesOf={entriesOf}
        onDuplicate={acts.duplicate}
      />
    </Suspense>
  )

  return (
    <>
      <PageHead title={t('title')} intro={t('intro')}>
        {mayPlan && (
          <Link id={addButtonId} to={paths.newEvent} className={buttonClass()}>
            {t('add')}
          </Link>
        )}
      </PageHead>
      {!events && <LoadingEvents />}
      {events?.length === 0 && open === 'closed' && (
        <EmptyState text={t(mayPlan ? 'empty' : 'empty_to_see')} />
      )}
      <div className={cardsClass}>
        {ahead.map(
          (event) =>
            editorOf(event) ?? (
              <EventCard
                key={event.id}
                event={event}
                entries={acts.entriesOfCard(event)}
                onEdit={() => edit(event)}
                onAddRole={() => edit(event, true)}
                onPublish={() => acts.publish(event)}
                onPreview={() => acts.preview(event)}
              />
            ),
        )}
      </div>
      {past.length > 0 && (
        <>
          {ahead.length === 0 && <p className="text-ink-2">{t('none_ahead')}</p>}
          <h2 className="mt-12 mb-4">{t('past')}</h2>
          {linesOf(past, (event) => acts.entriesOfPast(event, () => edit(event)))}
        </>
      )}
      {archived.length > 0 && (
        <div className="mt-8">
          {linesOf(archived, acts.entriesOfArchived, t('archived', { count: archived.length }))}
        </div>
      )}
      {acts.dialog}
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

/** Next first; past and archived events latest first. */
function partByTime(events: readonly Event[], now: string) {
  const sorted = events.toSorted(byStart)
  const isPast = ({ event_date_end }: Event) => Date.parse(event_date_end) < Date.parse(now)
  const kept = sorted.filter(({ archived }) => !archived)
  return {
    ahead: kept.filter((event) => !isPast(event)),
    past: kept.filter(isPast).toReversed(),
    archived: sorted.filter(({ archived }) => archived).toReversed(),
  }
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
