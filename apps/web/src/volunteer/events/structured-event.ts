import type { PublicEvent } from '@muster/contract/public-event'
import { instantWithOffset } from '@muster/contract/rules/wall-time'

/** Returns schema.org/Event for search engines, without contact and names, which are personal data. */
export function structuredEvent(
  { name, description, location, time_zone, event_date_start, event_date_end, organization }: PublicEvent,
  { address, image }: { address: string; image: string | undefined },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    ...(description && { description }),
    startDate: instantWithOffset(event_date_start, time_zone),
    endDate: instantWithOffset(event_date_end, time_zone),
    // An event that is cancelled is removed, and its page is a 404.
    eventStatus: 'https://schema.org/EventScheduled',
    ...(location && {
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: location, address: location },
    }),
    organizer: { '@type': 'Organization', name: organization.name },
    ...(image && { image: [image] }),
    url: address,
  }
}
