import type { Shift } from '@muster/contract/shifts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

type NewShift = Given<'shifts', 'createShift'>['body']
export type ShiftChange = NonNullable<Given<'shifts', 'updateShift'>['body']>

export const shiftsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('shifts', event_id),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const { shifts } = await call('shifts', 'listShifts', { query: { event_id }, signal })
      return shifts.filter(belongsToEvent)
    },
  })

/** A shift without a role or an event is dropped on load (spec §3). */
function belongsToEvent({ role }: { role?: { event?: { id?: string } } }): boolean {
  return role?.event?.id !== undefined
}

export function createShift(body: NewShift): Promise<Shift> {
  return call('shifts', 'createShift', { body })
}

export function updateShift(id: string, body: ShiftChange): Promise<Shift> {
  return call('shifts', 'updateShift', { params: { id }, body })
}

export function deleteShift(id: string): Promise<undefined> {
  return call('shifts', 'deleteShift', { params: { id } })
}

/** Reads the event's shifts again, and lets the events' own figures be read again where they are shown. */
export async function refreshShifts(client: QueryClient, event_id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries(shiftsQuery(event_id)),
    client.invalidateQueries({ queryKey: organizationKey('events') }),
  ])
}

/** The shift as the server has it now, whatever is at hand; undefined when it is gone. */
export async function fetchShift(
  client: QueryClient,
  event_id: string,
  id: string,
): Promise<Shift | undefined> {
  const shifts = await client.fetchQuery({ ...shiftsQuery(event_id), staleTime: 0 })
  return shifts.find((shift) => shift.id === id)
}
