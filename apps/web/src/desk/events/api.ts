import type { CopiedEvent, Event, Role } from '@muster/contract/events'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call, callForHeaders, type Given } from '../../api/call.ts'
import { changeNotifyQuery, notifyQuery } from '../../api/notify-query.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { readAnew } from '../../api/read-anew.ts'

type NewEvent = Given<'events', 'createEvent'>['body']
export type EventChange = NonNullable<Given<'events', 'updateEvent'>['body']>
type EventCopy = Given<'events', 'copyEvent'>['body']
type NewRole = Given<'events', 'createRole'>['body']
type RoleChange = NonNullable<Given<'events', 'updateRole'>['body']>

export const eventsQuery = () =>
  queryOptions({
    queryKey: organizationKey('events'),
    queryFn: async ({ signal }): Promise<Event[]> => (await call('events', 'listEvents', { signal })).events,
  })

export const lastEventQuery = () =>
  queryOptions({
    queryKey: organizationKey('last-event'),
    queryFn: ({ signal }): Promise<Answer<'events', 'getLastEvent'>> =>
      call('events', 'getLastEvent', { signal }),
  })

export function createEvent(body: NewEvent): Promise<Event> {
  return once(['createEvent', body], (headers) => call('events', 'createEvent', { headers, body }))
}

export function updateEvent(id: string, body: EventChange, notify: boolean): Promise<Event> {
  return call('events', 'updateEvent', { params: { id }, query: changeNotifyQuery(notify), body })
}

/** D46: the messages wait, so that the change can be undone. */
export async function updateEventUndoably(id: string, body: EventChange, notify: boolean) {
  const query = { ...changeNotifyQuery(notify), undoable: 'true' as const }
  const saved = await callForHeaders('events', 'updateEvent', { params: { id }, query, body })
  return { event: saved.body, batch_id: saved.headers.get('undo-batch') }
}

export function copyEvent(id: string, body: EventCopy): Promise<CopiedEvent> {
  return once(['copyEvent', id, body], (headers) =>
    call('events', 'copyEvent', { params: { id }, headers, body }),
  )
}

/** D49: returns the address at which members see a draft for an hour. */
export async function readPreviewUrl(id: string): Promise<string> {
  return (await call('events', 'getEventPreview', { params: { id } })).preview_url
}

/** Returns the batch that undoes it (D46). */
export async function deleteEvent(id: string, notify: boolean): Promise<string | null> {
  const query = { ...notifyQuery(notify), undoable: 'true' as const }
  const { headers } = await callForHeaders('events', 'deleteEvent', { params: { id }, query })
  return headers.get('undo-batch')
}

export function createRole(id: string, body: NewRole): Promise<Role> {
  return once(['createRole', id, body], (headers) =>
    call('events', 'createRole', { params: { id }, headers, body }),
  )
}

export function updateRole({ event_id, id }: Role, body: RoleChange, notify: boolean): Promise<Role> {
  const query = changeNotifyQuery(notify)
  return call('events', 'updateRole', { params: { id: event_id, roleId: id }, query, body })
}

export function deleteRole({ event_id, id }: Role, notify: boolean): Promise<undefined> {
  return call('events', 'deleteRole', { params: { id: event_id, roleId: id }, query: notifyQuery(notify) })
}

export function orderRoles(event_id: string, role_ids: readonly string[]): Promise<{ roles: Role[] }> {
  return call('events', 'orderRoles', { params: { id: event_id }, body: { role_ids: [...role_ids] } })
}

export function rememberEvent(event_id: string): Promise<undefined> {
  return call('events', 'setLastEvent', { body: { event_id } })
}

export function storeEvent(client: QueryClient, saved: Event): void {
  client.setQueryData(
    eventsQuery().queryKey,
    (before) => before && [...before.filter(({ id }) => id !== saved.id), saved],
  )
}

export async function fetchEvent(client: QueryClient, event_id: string): Promise<Event | undefined> {
  const events = await readAnew(client, eventsQuery())
  return events.find(({ id }) => id === event_id)
}
