import type { WaitingPerson } from '@muster/contract/waiting-list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { shiftsQuery } from '../shifts/api.ts'

/** The key is below that of the event's shifts, so that the line is read again with them. */
export const waitingListQuery = ({ event_id, shift_id }: { event_id: string; shift_id: string }) =>
  queryOptions({
    queryKey: [...shiftsQuery(event_id).queryKey, 'waiting', shift_id],
    queryFn: ({ signal }) => call('waitingList', 'listWaiting', { params: { id: shift_id }, signal }),
    select: ({ waiting }) => waiting,
  })

/** `instead_of` is the place in line whose offer is withdrawn when no other place is free. */
export function offerPlace(id: string, instead_of?: string): Promise<WaitingPerson> {
  return call('waitingList', 'offerPlace', { params: { id }, query: { instead_of } })
}

export async function removeWaiting(id: string): Promise<void> {
  await call('waitingList', 'removeWaiting', { params: { id } })
}
