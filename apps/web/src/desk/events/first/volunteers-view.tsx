import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../../api/call.ts'
import { organizationKey } from '../../../api/organization-key.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { CoverageBar } from '../../../ui/feedback/coverage-bar.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { useText } from './texts.ts'

const SHOWN = 3

const firstShiftsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('first-shifts', event_id),
    queryFn: async ({ signal }) =>
      (await call('shifts', 'listShifts', { query: { event_id, view: 'schedule' }, signal })).shifts,
  })

/** A picture of the public page. */
export function VolunteersView({ event, organization }: { event: Event; organization: string }) {
  const t = useText()
  const id = useId()
  const { dayRange } = useDateFormat(event.time_zone)
  const { data: shifts = [] } = useQuery(firstShiftsQuery(event.id))
  const { needed, confirmed } = event.coverage
  return (
    <figure className="volunteers-view" aria-labelledby={id}>
      <figcaption id={id}>{t('volunteers_see')}</figcaption>
      <div className={cardClass({ padding: 'none', className: 'bg-canvas' })}>
        <p className="border-b border-line px-5 py-4 font-bold wrap-anywhere">{organization}</p>
        <div className="grid gap-3 px-5 pt-4 pb-5">
          <div>
            <p className="text-meta font-semibold text-primary">
              {dayRange(event.event_date_start, event.event_date_end)}
            </p>
            <p className="text-lead font-bold wrap-anywhere">{event.name}</p>
          </div>
          {needed > 0 && (
            <div>
              <p className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
                <b className="text-lead">{t('places_left', { count: needed - confirmed })}</b>
                <span className="text-meta text-ink-2">{t('taken', { confirmed, needed })}</span>
              </p>
              <CoverageBar size="slim" needed={needed} confirmed={confirmed} />
            </div>
          )}
          {shifts.length > 0 && (
            <ul className={cardClass({ padding: 'none', className: 'divide-y divide-line px-4' })}>
              {shifts.slice(0, SHOWN).map((shift) => (
                <ShiftRow key={shift.id} shift={shift} timeZone={event.time_zone} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </figure>
  )
}

function ShiftRow({ shift, timeZone }: { shift: Shift; timeZone: string }) {
  const t = useText()
  const { timeRange } = useDateFormat(timeZone)
  const { start_dt, end_dt, required_qty, role } = shift
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-3">
        <b className="tabular-nums">{timeRange(start_dt, end_dt)}</b>
        <span className="text-meta font-semibold">{t('places_left', { count: required_qty })}</span>
      </p>
      <CoverageBar needed={required_qty} confirmed={0} size="row" />
      <p className="flex items-center justify-between gap-3 text-meta text-ink-2">
        <span className="min-w-0 wrap-anywhere">{role.name}</span>
        <span aria-hidden="true" className="choose">
          {t('choose')}
        </span>
      </p>
    </li>
  )
}
