import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../../../api/rights.ts'
import { useNow } from '../../../live/use-now.ts'
import { RetryButton } from '../../../ui/controls/retry-button.tsx'
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useReadFailure } from '../../../ui/overlays/use-read-failure.ts'
import { useLiveShifts } from '../../dashboard/use-live-shifts.ts'
import { shiftsQuery } from '../../shifts/api.ts'
import { countShifts, sumShifts } from '../../shifts/group-shifts.ts'
import { FirstSteps } from '../start/first-steps.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { LeftToDo } from './left-to-do.tsx'
import { RolesCard } from './roles-card.tsx'
import { SignupsCard } from './signups-card.tsx'
import { useText } from './texts.ts'

const columnsClass =
  'mt-3 grid grid-cols-1 items-start gap-x-5 gap-y-4 docked:grid-cols-[minmax(0,1fr)_376px] *:grid *:min-w-0 *:gap-4'

export default function EventOverview({ event }: { event: Event }) {
  const t = useText()
  const mayPlan = useMay('plan') && !event.archived
  if (event.roles.some(({ shift_count }) => shift_count > 0))
    return <Overview event={event} mayPlan={mayPlan} />
  return mayPlan ? <FirstSteps event={event} /> : <p className="mt-4 text-lead">{t('no_shifts_to_see')}</p>
}

function Overview({ event, mayPlan }: { event: Event; mayPlan: boolean }) {
  const t = useText()
  const { data: shifts, error, refetch } = useQuery(shiftsQuery(event.id))
  useReadFailure(error, t(shifts ? 'refresh_failed' : 'fetch_failed'))
  useLiveShifts(event)
  const counting = useCounting(event, shifts)
  if (!counting && error) {
    return (
      <div className="mt-4">
        <RetryButton onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className={columnsClass}>
      <div>
        <SignupsCard event={event} />
        {counting ? <CoverageCard event={event} shifts={counting} /> : <LoadingCard />}
      </div>
      <div>
        {counting ? (
          <>
            {mayPlan && <LeftToDo event={event} shifts={counting} total={sumShifts(counting)} />}
            <RolesCard event={event} shifts={counting} />
          </>
        ) : (
          <LoadingCard />
        )}
      </div>
    </div>
  )
}

/** D37: until the event ends, the shifts that are not over. */
function useCounting(event: Event, shifts: Parameters<typeof countShifts>[0] | undefined) {
  const now = useNow()
  return useMemo(() => {
    if (!shifts) return undefined
    const counted = countShifts(shifts, now)
    return event.event_date_end <= now ? counted : counted.filter(({ isOver }) => !isOver)
  }, [shifts, event.event_date_end, now])
}

function LoadingCard() {
  return (
    <Loading>
      <Skeleton className="h-61" />
    </Loading>
  )
}
