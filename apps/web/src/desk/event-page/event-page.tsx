import type { Event } from '@muster/contract/events'
import type { Right } from '@muster/contract/rules/member-role'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { HeadActionsPlace } from '../../ui/page/head-actions.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { eventsQuery } from '../events/api.ts'
import { useLiveEvents } from '../events/use-live-events.ts'
import { EventHead } from './event-head.tsx'
import { EventTabs } from './event-tabs.tsx'
import { useText } from './texts.ts'

const EventOverview = lazy(() => import('./overview/event-overview.tsx'))
const DashboardPage = lazy(() => import('../dashboard/dashboard-page.tsx'))
const EventMessages = lazy(() => import('./event-messages.tsx'))
const EventSettings = lazy(() => import('./settings/event-settings.tsx'))
const NewEventPage = lazy(() => import('./start/new-event-page.tsx'))
const EventPoster = lazy(() => import('./share/event-poster.tsx'))

type EventPageProps = {
  /** For an address that names another tab. */
  notFound: ReactNode
  /** For a tab that the member's role does not see (M1). */
  noRight: ReactNode
}

/** An event at its own address, whose last part names the tab; or the form of a new one. */
export default function EventPage({ notFound, noRight }: EventPageProps) {
  const t = useText()
  const { eventId, tab = 'overview' } = useParams()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  useLiveEvents()
  const mayPlan = useMay('plan')
  if (!isTab(tab)) return notFound
  if (eventId === 'new') return mayPlan ? <NewEventPage /> : noRight
  const event = events?.find(({ id }) => id === eventId)
  if (event) return tab === 'poster' ? <EventPoster event={event} /> : <Place {...{ event, tab, noRight }} />
  if (!events && !error) return <LoadingPlace />
  return (
    <>
      <PageTitle title={t('title')} className="sr-only" />
      <ErrorPanel text={events ? t('unknown') : errorText(error, t('fetch_failed'))}>
        {events ? (
          <Link className={buttonClass()} to={paths.events}>
            {t('to_events')}
          </Link>
        ) : (
          <RetryButton onRetry={() => void refetch()} />
        )}
      </ErrorPanel>
    </>
  )
}

const tabs = ['overview', 'shifts', 'messages', 'settings', 'poster'] as const
type Tab = Exclude<(typeof tabs)[number], 'poster'>

const isTab = (name: string): name is (typeof tabs)[number] => tabs.some((tab) => tab === name)

function Place({ event, tab, noRight }: Pick<EventPageProps, 'noRight'> & { event: Event; tab: Tab }) {
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const parts: Record<Tab, { part: ReactNode; right: Right }> = {
    overview: { part: <EventOverview event={event} />, right: 'view' },
    shifts: { part: <DashboardPage />, right: 'view' },
    messages: { part: <EventMessages event={event} />, right: 'read' },
    settings: { part: <EventSettings event={event} />, right: 'plan' },
  }
  const { part, right } = parts[tab]
  const may = useMay(right)
  return (
    <div key={event.id} className="desktop:-mt-6">
      <EventHead event={event} />
      <EventTabs event={event} actions={setActions} />
      <HeadActionsPlace value={actions}>
        <Suspense key={tab} fallback={<LoadingTab />}>
          {may ? part : noRight}
        </Suspense>
      </HeadActionsPlace>
    </div>
  )
}

function LoadingPlace() {
  return (
    <Loading className="desktop:-mt-6">
      <Skeleton className="h-11 w-80" />
      <Skeleton className="mt-1 h-6 w-60" />
      <LoadingTab />
    </Loading>
  )
}

function LoadingTab() {
  return (
    <Loading className="mt-4">
      <Skeleton className="h-80" />
    </Loading>
  )
}
