import { buildRunningSchedule } from '@muster/contract/rules/running-schedule'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import type { Report } from './api.ts'
import { PlaceBoxes } from './place-boxes.tsx'
import { RoleDescriptions } from './role-descriptions.tsx'
import { ScheduleDaySection } from './schedule-day.tsx'
import { useText } from './texts.ts'
import { usePageFoot } from './use-page-foot.ts'

const QrCode = lazy(() => import('../../ui/page/qr-code.tsx'))

export function ScheduleSheet({ report, as_of }: { report: Report; as_of: string }) {
  const { event, events, shifts } = report
  const t = useText()
  const days = useMemo(() => buildRunningSchedule(shifts, (shift) => shift.event.time_zone), [shifts])
  const organization = useOrganization()
  const time_zone = event?.time_zone ?? organization?.time_zone ?? browserTimeZone()
  const time = useDateFormat(time_zone).dateTime(as_of)
  const hasZones = new Set(events.map((each) => each.time_zone)).size > 1
  usePageFoot(t('foot', { organization: organization?.name ?? '', time }))

  return (
    <article className="schedule">
      <header className="schedule-head flex justify-between gap-8">
        <div>
          <h2 className="text-h2 font-bold">{event?.name ?? organization?.name}</h2>
          {event && <EventFacts event={event} />}
          <p className="mt-1 text-ink-2 print:hidden">{t('as_of', { time })}</p>
          {days.length > 0 && <Legend />}
        </div>
        {event && <SignupCode event_id={event.id} />}
      </header>
      {days.length === 0 && (
        <div className="mt-6">
          <EmptyState text={t('empty')}>
            <Link className={buttonClass({ className: 'print:hidden' })} to={paths.shifts}>
              {t('to_shifts')}
            </Link>
          </EmptyState>
        </div>
      )}
      {days.map((day) => (
        <ScheduleDaySection key={day.day} day={day} namesEvent={!event} namesZone={hasZones} />
      ))}
      {days.length > 0 && <RoleDescriptions events={events} namesEvent={!event} />}
    </article>
  )
}

function EventFacts({ event }: { event: NonNullable<Report['event']> }) {
  const format = useDateFormat(event.time_zone)
  const dates = format.dayRange(event.event_date_start, event.event_date_end)
  return (
    <>
      <p className="mt-1 text-ink-2">{event.location ? `${dates} · ${event.location}` : dates}</p>
      <TimesShownIn timeZone={event.time_zone} className="mt-1" />
    </>
  )
}

const legendClass =
  'mt-1 flex flex-wrap gap-x-6 gap-y-1 text-meta/body text-ink-2 *:inline-flex *:items-center *:gap-2'

function Legend() {
  const t = useText()
  return (
    <p className={`schedule-legend ${legendClass}`}>
      <span>
        <PlaceBoxes confirmed={1} invited={0} missing={0} /> {t('legend.confirmed')}
      </span>
      <span>
        <PlaceBoxes confirmed={0} invited={1} missing={0} /> {t('legend.invited')}
      </span>
      <span>
        <PlaceBoxes confirmed={0} invited={0} missing={1} />{' '}
        <span className="print:hidden">{t('legend.nobody')}</span>
        <span className="hidden print:inline">{t('legend.nobody_print')}</span>
      </span>
    </p>
  )
}

function SignupCode({ event_id }: { event_id: string }) {
  const t = useText()
  return (
    <figure className="schedule-code hidden">
      <Suspense fallback={null}>
        <QrCode text={`${location.origin}${publicPaths.publicEvent(event_id)}`} />
      </Suspense>
      <figcaption>{t('sign_up')}</figcaption>
    </figure>
  )
}
