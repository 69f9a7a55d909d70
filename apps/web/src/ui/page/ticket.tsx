import type { ReactNode } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { MapLink } from './map-link.tsx'
import { TimesShownIn } from './times-shown-in.tsx'

type TicketProps = {
  event: { name: string; location: string | null; time_zone: string }
  role: { name: string }
  shift: { start_dt: string; end_dt: string }
  /** What else is to be known, above the perforation. */
  details?: ReactNode
  /** What stands on the stub; without it there is none. */
  children?: ReactNode
}

/** A shift one holds: what, when and where, the time largest. */
export function Ticket({ event, role, shift, details, children }: TicketProps) {
  const format = useDateFormat(event.time_zone)
  return (
    <article className="ticket">
      <div className="ticket-part">
        <p className="text-meta font-semibold text-primary">{event.name}</p>
        <h2 className="ticket-role">{role.name}</h2>
        <p className="ticket-day">
          <time dateTime={shift.start_dt}>{format.longDay(shift.start_dt)}</time>
        </p>
        <p className="ticket-time">
          <time dateTime={shift.start_dt}>{format.timeRange(shift.start_dt, shift.end_dt)}</time>
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
        <>
          <div className="ticket-cut" />
          <div className="ticket-part">{children}</div>
        </>
      )}
    </article>
  )
}
