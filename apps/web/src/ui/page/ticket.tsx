import type { ReactNode } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { MapLink } from './map-link.tsx'
import { TimesShownIn } from './times-shown-in.tsx'

type TicketProps = {
  event: { name: string; location: string | null; time_zone: string }
  role: { name: string }
  shift: { start_dt: string; end_dt: string }
  head?: ReactNode
  details?: ReactNode
  children?: ReactNode
}

export function Ticket({ event, role, shift, head, details, children }: TicketProps) {
  const format = useDateFormat(event.time_zone)
  // The day of a later end is smaller and in one box, because a line would break inside it on a phone.
  const [hours, laterDay] = format.timeRange(shift.start_dt, shift.end_dt).split(/\s(.*)/)
  return (
    <article className="mt-6 break-inside-avoid rounded-panel border border-line bg-surface shadow-card [&_time]:normal-nums">
      <div className="ticket-part">
        {head}
        <p className="text-meta font-semibold text-primary">{event.name}</p>
        <h2 className="mt-0.5 leading-tight font-bold">{role.name}</h2>
        <p className="mt-5 text-lead/tight font-semibold">
          <time dateTime={shift.start_dt}>{format.longDay(shift.start_dt)}</time>
        </p>
        <p className="text-lead/tight font-semibold">
          <time dateTime={shift.start_dt}>
            <b className="text-title font-bold tracking-tight">{hours}</b>{' '}
            <span className="inline-block">{laterDay}</span>
          </time>
        </p>
        <TimesShownIn timeZone={event.time_zone} />
        {event.location && (
          <p className="mt-1">
            <MapLink place={event.location} />
          </p>
        )}
        {details}
      </div>
      {children && (
        <div className="print:hidden">
          <Perforation />
          <div className="ticket-part">{children}</div>
        </div>
      )}
    </article>
  )
}

function Perforation() {
  const notch = 'absolute -top-3 size-5.5 rounded-full border border-line bg-canvas'
  return (
    <div className="relative mx-6 border-t-2 border-dashed border-line">
      <span className={`${notch} -left-9 [clip-path:inset(0_0_0_11px)]`} />
      <span className={`${notch} -right-9 [clip-path:inset(0_11px_0_0)]`} />
    </div>
  )
}
