import type { Event } from '@muster/contract/events'
import { isOver } from '@muster/contract/rules/shift-phase'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { ApiError, errorText, isUnanswered } from '../../api/api-error.ts'
import '../../styles/broadcasts.css'
import '../../styles/desk-forms.css'
import { now } from '../../clock.ts'
import { useWords } from '../../i18n/words.ts'
import { paths, searchInOrganization } from '../../paths.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { eventQuery } from './api.ts'
import { STATUSES } from './audience-fields.tsx'
import { BroadcastDesk } from './broadcast-desk.tsx'
import { EarlierBroadcasts } from './earlier-broadcasts.tsx'
import { useText } from './texts.ts'

export default function BroadcastPage() {
  const t = useText()
  const words = useWords()
  const { eventId = '' } = useParams()
  const { data: event, error, refetch } = useQuery(eventQuery(eventId))
  const isMissing = error instanceof ApiError && error.status === 404

  return (
    <>
      <div className="flex min-h-11 tablet:-mt-5.5 flex-wrap items-center gap-x-2.5 text-h2">
        <nav aria-label={t('path')} className="contents text-ink-3">
          <Link to={paths.events} className="text-ink-3 no-underline hover:underline">
            {t('back')}
          </Link>
          <span aria-hidden="true" className="text-line-strong">
            /
          </span>
          {event && (
            <>
              <span className="min-w-0 truncate max-tablet:hidden" title={event.name}>
                {event.name}
              </span>
              <span aria-hidden="true" className="text-line-strong max-tablet:hidden">
                /
              </span>
            </>
          )}
        </nav>
        <PageTitle title={t('title')} className="text-h2 font-bold" />
      </div>
      {event && <Broadcast event={event} />}
      {!event && error && (
        <div className="mt-6">
          <ErrorPanel
            text={
              isUnanswered(error)
                ? t('errors.connection')
                : errorText(error, isMissing ? t('errors.no_event') : words('errors.unexpected'))
            }
          >
            {!isMissing && <RetryButton onRetry={() => void refetch()} />}
          </ErrorPanel>
        </div>
      )}
      {!event && !error && <LoadingDesk />}
    </>
  )
}

function Broadcast({ event }: { event: Event }) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const id = search.get('id')
  const shift_id = search.get('shift')
  const shifts = useQuery({ ...shiftsQuery(event.id), enabled: shift_id !== null })
  // Not while it is pending: a part of the desk reads it again after a failure.
  if (shift_id !== null && !shifts.isFetched) return <LoadingDesk />
  const shift = shifts.data?.find(({ id: each }) => each === shift_id)
  return (
    <>
      <BroadcastDesk
        key={event.id}
        event={event}
        start={{
          status: STATUSES.find((each) => each === search.get('to')),
          shift_id,
          isOver: shift !== undefined && isOver(shift, now().toISOString()),
          person_ids: peopleIn(state),
        }}
        sentId={id}
        onSent={(broadcast_id) =>
          setSearch(searchInOrganization(broadcast_id ? { id: broadcast_id } : {}), { replace: true })
        }
      />
      <EarlierBroadcasts event={event} shown={id} />
    </>
  )
}

/** Of an entry of the history, which the list of people has made: a thousand ids are too long for an address. */
function peopleIn(state: unknown): readonly string[] | null {
  if (typeof state !== 'object' || state === null || !('person_ids' in state)) return null
  const { person_ids } = state
  return Array.isArray(person_ids) ? person_ids.filter((id) => typeof id === 'string') : null
}

function LoadingDesk() {
  return (
    <Loading className="mt-2 grid items-start gap-x-10 gap-y-8 desktop:grid-cols-[minmax(0,1fr)_424px]">
      <div className={cardClass({ padding: 'none', className: 'grid gap-5 px-4 py-5 tablet:px-6' })}>
        <Skeleton className="h-5 w-32" />
        {Array.from({ length: 4 }, (_, row) => (
          <Skeleton key={row} className="h-7" />
        ))}
        <Skeleton className="mt-4 h-5 w-32" />
        <Skeleton className="h-30" />
        <Skeleton className="h-7" />
      </div>
      <div className="grid gap-4 max-desktop:hidden">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-48 w-72" />
        <Skeleton className="h-60" />
      </div>
    </Loading>
  )
}
