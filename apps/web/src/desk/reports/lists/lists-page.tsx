import type { Event } from '@muster/contract/events'
import { chooseReportEvent } from '@muster/contract/rules/default-event'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { useMay } from '../../../api/rights.ts'
import { now } from '../../../clock.ts'
import '../../../styles/reports.css'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { eventsQuery } from '../../events/api.ts'
import { BackToReports } from '../back-to-reports.tsx'
import { ListsOfEvent } from './lists-of-event.tsx'
import { useText } from './texts.ts'

/** D56: sign-in sheets, and everybody with their shifts, of one event. The choices are in the address (D38). */
export default function ListsPage() {
  const t = useText()
  const [search] = useSearchParams()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  const wanted = search.get('event')
  const event =
    events &&
    (events.find(({ id }) => id === wanted) ?? chooseReportEvent(events, now().toISOString()) ?? events[0])
  // A viewer sees no numbers.
  const maySeePhones = useMay('mark')
  return (
    <>
      <BackToReports />
      {event && events ? (
        <ListsOfEvent key={event.id} event={event} events={events} maySeePhones={maySeePhones} />
      ) : (
        <>
          <PageHead title={t('title')} />
          <NoList events={events} error={error} onRetry={() => void refetch()} />
        </>
      )}
    </>
  )
}

type NoListProps = { events: Event[] | undefined; error: Error | null; onRetry: () => void }

function NoList({ events, error, onRetry }: NoListProps) {
  const t = useText()
  if (events) return <EmptyState text={t('no_events')} />
  if (error)
    return (
      <ErrorPanel text={errorText(error, t('errors.fetch'))}>
        <RetryButton onRetry={onRetry} />
      </ErrorPanel>
    )
  return (
    <Loading>
      <Skeleton className="h-105" />
    </Loading>
  )
}
