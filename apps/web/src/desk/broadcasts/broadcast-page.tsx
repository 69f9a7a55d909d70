import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError, errorText, isUnanswered } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { paths, searchInOrganization } from '../../paths.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { backLinkClass } from '../../ui/page/back-link.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { eventQuery } from './api.ts'
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
      <Link to={paths.events} className={backLinkClass({ className: '-mt-4' })}>
        <Icon name="left" />
        {t('back')}
      </Link>
      <PageTitle title={t('title')} />
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
      {!event && !error && (
        <Loading className="mt-8 grid gap-6">
          <Skeleton className="h-140" />
        </Loading>
      )}
    </>
  )
}

function Broadcast({ event }: { event: Event }) {
  const format = useDateFormat(event.time_zone)
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  return (
    <>
      <p className="mt-1 text-ink-2">
        {event.name} ·{' '}
        <span className="inline-block">{format.dayRange(event.event_date_start, event.event_date_end)}</span>
      </p>
      <BroadcastDesk
        key={event.id}
        event={event}
        sentId={id}
        onSent={(broadcast_id) =>
          setSearch(searchInOrganization(broadcast_id ? { id: broadcast_id } : {}), { replace: true })
        }
      />
      <EarlierBroadcasts event={event} shown={id} />
    </>
  )
}
