import { publicPath } from '@muster/contract/pages'
import { config } from '../../config.ts'
import { textLinkClass } from './text-link.ts'

export type CalendarShift = {
  event: { id: string; name: string; location: string | null }
  role: { name: string }
  shift: { start_dt: string; end_dt: string }
}

/** Opens calendars on the web with the shift filled in: only what the public page shows, never a personal link. */
export function WebCalendarLinks(shift: CalendarShift) {
  return (
    <p className="flex flex-wrap justify-center gap-x-5 text-meta" translate="no">
      {Object.entries(addressesOf(shift)).map(([service, address]) => (
        <a key={service} className={textLinkClass} href={address} target="_blank" rel="noopener noreferrer">
          {service}
        </a>
      ))}
    </p>
  )
}

export function addressesOf({ event, role, shift: { start_dt, end_dt } }: CalendarShift) {
  const text = `${role.name}, ${event.name}`
  const location = event.location ?? ''
  const page = new URL(
    publicPath('event', { eventId: event.id }),
    config.publicOrigin || window.location.origin,
  )
  const dates = `${compact(start_dt)}/${compact(end_dt)}`
  return {
    'Google Calendar': to('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text,
      dates,
      location,
      details: page.href,
    }),
    Outlook: to('https://outlook.live.com/calendar/0/action/compose', {
      rru: 'addevent',
      subject: text,
      startdt: new Date(start_dt).toISOString(),
      enddt: new Date(end_dt).toISOString(),
      location,
      body: page.href,
    }),
  }
}

/** "20260620T200000Z" */
const compact = (instant: string) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const to = (address: string, fields: Record<string, string>) => `${address}?${new URLSearchParams(fields)}`
