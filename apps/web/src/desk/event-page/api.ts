import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type SignupDay = Answer<'events', 'listSignups'>['days'][number]

/** The key makes it read again with the events. */
export const signupsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('events', event_id, 'signups'),
    queryFn: ({ signal }) => call('events', 'listSignups', { params: { id: event_id }, signal }),
  })

/** D49 */
export const renewLinkKey = (event_id: string) => call('events', 'renewLinkKey', { params: { id: event_id } })
