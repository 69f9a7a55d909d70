import type { BroadcastSummary } from '@muster/contract/broadcasts'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { broadcastsQuery } from './api.ts'
import { useGroups } from './group-names.ts'
import { useText } from './texts.ts'

export function EarlierBroadcasts({ event, shown }: { event: Event; shown: string | null }) {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useQuery(broadcastsQuery(event.id))
  const earlier = data?.filter((broadcast) => broadcast.id !== shown)
  if (!error && (!earlier || earlier.length === 0)) return null
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h2 id={id} className="text-h3/heading">
        {t('earlier.title')}
      </h2>
      {error && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <FormError text={errorText(error, t('earlier.failed'))} className="mt-0" />
          <RetryButton onRetry={() => void refetch()} />
        </div>
      )}
      {earlier && earlier.length > 0 && <BroadcastList event={event} broadcasts={earlier} />}
    </section>
  )
}

export function BroadcastList({
  event,
  broadcasts,
}: {
  event: Event
  broadcasts: readonly BroadcastSummary[]
}) {
  return (
    <ul className={cardClass({ padding: 'none', className: 'mt-3 divide-y divide-line overflow-hidden' })}>
      {broadcasts.map((broadcast) => (
        <li key={broadcast.id}>
          <Row broadcast={broadcast} event={event} />
        </li>
      ))}
    </ul>
  )
}

function Row({ broadcast, event }: { broadcast: BroadcastSummary; event: Event }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { id, message_type, state, send_at, created_by, created_by_name, text } = broadcast
  // A planned one stands at its time.
  const created_at = state === 'planned' && send_at !== null ? send_at : broadcast.created_at
  const columns = 'tablet:grid-cols-[11.5rem_1fr] desktop:grid-cols-[11.5rem_1fr_15.5rem_9rem]'
  return (
    <Link
      to={paths.event(event.id, '/broadcast', { id })}
      className={`grid gap-x-5 gap-y-1 px-5 py-3 text-ink no-underline hover:bg-sunken ${columns}`}
    >
      <span className="text-compact tabular-nums">
        {format.shortDate(created_at)}, {format.time(created_at)}
        {created_by_name && (
          <span className="block text-hint wrap-anywhere text-ink-3" title={created_by ?? undefined}>
            {created_by_name}
          </span>
        )}
      </span>
      <span className="min-w-0">
        <b className="block">{t(`type.${message_type}`)}</b>
        {text && <span className="line-clamp-1 text-meta text-ink-2">{text}</span>}
      </span>
      <Audience broadcast={broadcast} />
      <Result broadcast={broadcast} />
    </Link>
  )
}

function Audience({ broadcast: { form, people_count, sendable, undone_count } }: RowProps) {
  const t = useText()
  const groups = useGroups(form ?? NO_GROUPS)
  const messages = t('messages', { count: sendable + undone_count })
  if (!form) return <span className="text-meta text-ink-2">{messages}</span>
  return (
    <span>
      <span className="block text-compact">{groups}</span>
      <span className="block text-meta text-ink-2">
        {t('to', { messages, people: t('people', { count: people_count }) })} ·{' '}
        {t(`channel.${form.communicationChannel}`)}
      </span>
    </span>
  )
}

type RowProps = { broadcast: BroadcastSummary }

const NO_GROUPS = { includePastShifts: false, includeCurrentShifts: false, includeUpcomingShifts: false }

function Result({ broadcast: { state, counts, sendable, undone_count, waits_ms } }: RowProps) {
  const t = useText()
  if (state === 'planned') return <Badge tone="wait">{t('planned.badge')}</Badge>
  if (state === 'cancelled') return <Badge tone="neutral">{t('planned.badge_cancelled')}</Badge>
  if (state === 'refused') return <Badge tone="miss">{t('planned.badge_refused')}</Badge>
  const sent = counts.SENT + counts.DELIVERED
  const waiting = counts.QUEUED + counts.SENDING
  return (
    <span className="flex flex-wrap items-start gap-1.5">
      {waits_ms > 0 && <Badge tone="wait">{t('result.waits')}</Badge>}
      {sent > 0 && <Badge tone="ok">{t('result.sent', { count: sent })}</Badge>}
      {waits_ms === 0 && waiting > 0 && <Badge tone="wait">{t('result.waiting', { count: waiting })}</Badge>}
      {counts.FAILED > 0 && <Badge tone="miss">{t('progress.failed', { count: counts.FAILED })}</Badge>}
      {counts.UNKNOWN > 0 && <Badge tone="neutral">{t('progress.unknown', { count: counts.UNKNOWN })}</Badge>}
      {undone_count > 0 && <Badge tone="neutral">{t('undo.part', { count: undone_count })}</Badge>}
      {sendable === 0 && undone_count === 0 && <Badge tone="miss">{t('result.nobody')}</Badge>}
    </span>
  )
}
