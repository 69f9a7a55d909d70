import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { broadcastsQuery } from '../broadcasts/api.ts'
import { BroadcastList } from '../broadcasts/earlier-broadcasts.tsx'
import { useText } from './texts.ts'

/** The broadcasts of the event, the latest first. */
export default function EventMessages({ event }: { event: Event }) {
  const t = useText()
  const maySend = useMay('send') && !event.archived
  const { data: broadcasts, error, refetch } = useQuery(broadcastsQuery(event.id))
  return (
    <section aria-label={t('tabs.messages')} className="mt-4 grid max-w-240 justify-items-start gap-3">
      {broadcasts?.length === 0 && <p className="text-lead">{t('messages.none')}</p>}
      {maySend && (
        <Link className={buttonClass()} to={paths.event(event.id, '/broadcast')}>
          {t('messages.new')}
        </Link>
      )}
      {broadcasts && broadcasts.length > 0 && (
        <div className="w-full">
          <BroadcastList event={event} broadcasts={broadcasts} />
        </div>
      )}
      {!broadcasts && error && (
        <ErrorPanel text={errorText(error, t('messages.failed'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!broadcasts && !error && (
        <Loading className="w-full">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </section>
  )
}
