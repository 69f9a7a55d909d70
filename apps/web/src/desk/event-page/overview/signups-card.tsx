import type { Event } from '@muster/contract/events'
import { dayInZone, lastDay } from '@muster/contract/rules/zone'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { useMay } from '../../../api/rights.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { broadcastsQuery } from '../../broadcasts/api.ts'
import { signupsQuery } from '../api.ts'
import { OverviewCard } from './card.tsx'
import { ChartTable } from './chart-table.tsx'
import { CurveChart, type Mark } from './curve-chart.tsx'
import { curveOf, type SignupCurve } from './signup-curve.ts'
import { useText } from './texts.ts'

/** How many places were confirmed on each day. It counts all shifts, also those that are over. */
export function SignupsCard({ event }: { event: Event }) {
  const t = useText()
  const { data, error, refetch } = useQuery(signupsQuery(event.id))
  const changes = data?.days
  const { event_date_start, event_date_end, time_zone, coverage } = event
  const today = dayInZone(useNow(), time_zone)
  const curve = useMemo(
    () =>
      changes &&
      curveOf(changes, {
        today,
        start: dayInZone(event_date_start, time_zone),
        end: lastDay(event_date_start, event_date_end, time_zone),
      }),
    [changes, today, event_date_start, event_date_end, time_zone],
  )
  const marks = useMarks(event)
  const pace = usePaceText(event, curve)
  return (
    <OverviewCard title={t('signups.title')} aside={pace && <p className="text-meta text-ink-2">{pace}</p>}>
      <p className="mt-0.5 text-ink-2">
        <b className="text-h2/heading font-bold tracking-heading text-ink tabular-nums">
          {coverage.confirmed}
        </b>{' '}
        {t('signups.of', { needed: coverage.needed })}
      </p>
      {curve && (
        <>
          <CurveChart {...{ event, curve, marks, today }} />
          <DailyTable event={event} curve={curve} />
        </>
      )}
      {data && data.await_opening > 0 && (
        <p className="mt-2 text-ink-2">{t('signups.await_opening', { count: data.await_opening })}</p>
      )}
      {changes && !curve && <p className="mt-2 text-ink-2">{t('signups.none')}</p>}
      {!changes && error && (
        <>
          <FormError text={errorText(error, t('signups.failed'))} />
          <RetryButton onRetry={() => void refetch()} />
        </>
      )}
      {!changes && !error && (
        <Loading>
          <Skeleton className="mt-2 h-53" />
        </Loading>
      )}
    </OverviewCard>
  )
}

function DailyTable({ event, curve }: { event: Event; curve: SignupCurve }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  return (
    <ChartTable
      caption={t('signups.title')}
      head={[t('signups.day'), t('key.confirmed')]}
      rows={curve.days.slice(1).map(({ day, confirmed }) => [format.calendarDay(day), confirmed])}
    />
  )
}

function usePaceText({ time_zone, coverage, event_date_start }: Event, curve: SignupCurve | undefined) {
  const t = useText()
  const format = useDateFormat(time_zone)
  if (!curve?.pace) return undefined
  const day = format.longWeekday(event_date_start)
  if (curve.pace.confirmed >= coverage.needed) return t('signups.pace_full', { needed: coverage.needed, day })
  return t('signups.pace', { count: curve.pace.confirmed, day })
}

/** The opening of sign-up, and the broadcasts. */
function useMarks({ id, signup_opens_at, time_zone }: Event): Mark[] {
  const t = useText()
  const mayRead = useMay('read')
  const { data: broadcasts = [] } = useQuery({ ...broadcastsQuery(id), enabled: mayRead })
  const sent = broadcasts
    .filter(({ sendable }) => sendable > 0)
    .map(({ created_at, message_type }) => ({
      day: dayInZone(created_at, time_zone),
      text: t(`signups.${message_type}`),
    }))
  const opened =
    signup_opens_at === null
      ? []
      : [{ day: dayInZone(signup_opens_at, time_zone), text: t('signups.opened') }]
  return [...opened, ...sent].toSorted((a, b) => a.day.localeCompare(b.day))
}
