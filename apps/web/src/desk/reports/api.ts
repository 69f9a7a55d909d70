import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { byStart } from '../events/order.ts'

export type ReportedShift = Shift & { event: Event }

export type Report = {
  /** Undefined means all events. */
  event: Event | undefined
  events: Event[]
  shifts: ReportedShift[]
}

const FRESH_MS = 5_000

/** Returns null if the event is gone. Cached only briefly, because a report shows the present state. */
export const reportQuery = (event_id: string | undefined) =>
  queryOptions({
    queryKey: organizationKey('report', event_id ?? 'all'),
    queryFn: async ({ signal }): Promise<Report | null> => {
      const [{ shifts }, { events }] = await Promise.all([
        call('shifts', 'listShifts', { query: { event_id, view: 'schedule' }, signal }),
        call('events', 'listEvents', { signal }),
      ])
      return assemble(event_id, { shifts, events })
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })

function assemble(
  event_id: string | undefined,
  { shifts, events }: { shifts: readonly Shift[]; events: readonly Event[] },
): Report | null {
  const event = events.find(({ id }) => id === event_id)
  if (event_id !== undefined && !event) return null
  const reported = event ? [event] : events.toSorted(byStart)
  const known = new Map(reported.map((each) => [each.id, each]))
  return {
    event,
    events: reported,
    shifts: shifts.flatMap((shift) => {
      const its = known.get(eventIdOf(shift) ?? '')
      return its ? [{ ...shift, event: its }] : []
    }),
  }
}

function eventIdOf({ role }: { role?: { event?: { id?: string } } }): string | undefined {
  return role?.event?.id
}
