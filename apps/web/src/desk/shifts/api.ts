import type { Slot } from '@muster/contract/rules/shift-slots'
import type { Shift } from '@muster/contract/shifts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, errorText, joinSentences } from '../../api/api-error.ts'
import { type Answer, call, type Given } from '../../api/call.ts'
import { notifyQuery } from '../../api/notify-query.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { readAnew } from '../../api/read-anew.ts'

type NewShift = Given<'shifts', 'createShift'>['body']
/** `batch_id` undoes it (D46). */
export type SavedBatch = { shifts: Shift[]; batch_id: string }
export type ShiftChange = NonNullable<Given<'shifts', 'updateShift'>['body']>

export const shiftsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('shifts', event_id),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const { shifts } = await call('shifts', 'listShifts', { query: { event_id }, signal })
      return shifts.filter(belongsToEvent)
    },
  })

/** All events: conflicts cross them (D14). */
export const scheduleQuery = () =>
  queryOptions({
    queryKey: organizationKey('schedule'),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const { shifts } = await call('shifts', 'listShifts', { query: { view: 'schedule' }, signal })
      return shifts.filter(belongsToEvent)
    },
  })

/** The specification: a shift without a role or an event is dropped. */
function belongsToEvent({ role }: { role?: { event?: { id?: string } } }): boolean {
  return role?.event?.id !== undefined
}

export function newShiftOf(event_id: string, { role_id, start_dt, end_dt, required_qty }: Slot): NewShift {
  return { event_id, role_id, start_dt, end_dt, required_qty }
}

/** D46: all of them or none. */
export async function addShifts(create: NewShift[]): Promise<SavedBatch> {
  const saved = await once(['addShifts', create], (headers) =>
    call('shifts', 'saveBatch', { headers, body: { create } }),
  )
  if (!('batch_id' in saved)) throw new Error('A batch that is no dry run was not saved')
  return saved
}

export function undoBatch(batch_id: string): Promise<Answer<'batches', 'undoBatch'>> {
  return once(['undoBatch', batch_id], (headers) =>
    call('batches', 'undoBatch', { params: { batch_id }, headers }),
  )
}

/** Returns the server's sentence, and what it says of each refused row. */
export function batchProblem(error: unknown, failed: string): string {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  const reasons = new Set(issues.map(({ message }) => message))
  return [...reasons].reduce(joinSentences, errorText(error, failed))
}

export function updateShift(id: string, body: ShiftChange, notify: boolean): Promise<Shift> {
  return call('shifts', 'updateShift', { params: { id }, query: notifyQuery(notify), body })
}

export function deleteShift(id: string, notify: boolean): Promise<undefined> {
  return call('shifts', 'deleteShift', { params: { id }, query: notifyQuery(notify) })
}

export async function refreshShifts(client: QueryClient, event_id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries(shiftsQuery(event_id)),
    client.invalidateQueries({ queryKey: scheduleQuery().queryKey }),
    client.invalidateQueries({ queryKey: organizationKey('events') }),
  ])
}

export function storeShift(client: QueryClient, saved: Shift): void {
  client.setQueryData(shiftsQuery(saved.role.event.id).queryKey, (before) =>
    before?.map((shift) => (shift.id === saved.id ? saved : shift)),
  )
}

/** Removes the shift from the cached list, so that no dialog shows figures of a deleted shift. */
export function dropShift(client: QueryClient, removed: Shift): void {
  client.setQueryData(shiftsQuery(removed.role.event.id).queryKey, (before) =>
    before?.filter(({ id }) => id !== removed.id),
  )
}

export async function fetchShift(
  client: QueryClient,
  event_id: string,
  id: string,
): Promise<Shift | undefined> {
  const shifts = await readAnew(client, shiftsQuery(event_id))
  return shifts.find((shift) => shift.id === id)
}
