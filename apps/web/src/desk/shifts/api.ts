import type { Slot } from '@muster/contract/rules/shift-slots'
import type { BatchPreview, Shift } from '@muster/contract/shifts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, errorText, joinSentences } from '../../api/api-error.ts'
import { call, callForHeaders, type Given } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { readAnew } from '../../api/read-anew.ts'

type NewShift = Given<'shifts', 'createShift'>['body']
/** `batch_id` undoes it (D46). */
export type SavedBatch = { shifts: Shift[]; batch_id: string; left_out: BatchPreview['left_out'] }
export type ShiftBatch = NonNullable<Given<'shifts', 'saveBatch'>['body']>
export type ChangedShift = NonNullable<ShiftBatch['update']>[number]
export type ShiftChange = Omit<ChangedShift, 'id' | 'version'>

export type Ask = Given<'fill', 'askPeople'>['body']

/** D61. `batch_id` can be undone until its messages are sent (D46). */
export function askPeople(shift_id: string, body: Ask): Promise<{ shift: Shift; batch_id: string }> {
  return once(['askPeople', shift_id, body], async (headers) => {
    const asked = await callForHeaders('fill', 'askPeople', { params: { id: shift_id }, headers, body })
    return { shift: asked.body, batch_id: asked.headers.get('undo-batch') ?? '' }
  })
}

export const shiftsQuery = (event_id: string) =>
  queryOptions({
    queryKey: organizationKey('shifts', event_id),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const { shifts } = await call('shifts', 'listShifts', { query: { event_id }, signal })
      return shifts.filter(belongsToEvent)
    },
  })

/** Of one role, which comes long before all shifts of a large event. */
export const shiftsOfRoleQuery = (event_id: string, role_id: string) =>
  queryOptions({
    queryKey: organizationKey('shifts', event_id, role_id),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const { shifts } = await call('shifts', 'listShifts', { query: { event_id, role_id }, signal })
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

/** D46: all of it or nothing. */
export async function saveBatch(body: ShiftBatch): Promise<SavedBatch> {
  const saved = await once(['saveBatch', body], (headers) => call('shifts', 'saveBatch', { headers, body }))
  if (!('batch_id' in saved)) throw new Error('A batch that is no dry run was not saved')
  return saved
}

/** Saves the change of one shift as a batch, which can be undone. Refused as the row is. */
export async function changeShift(batch: ShiftBatch): Promise<{ saved: Shift; batch_id: string }> {
  const { shifts, batch_id } = await saveBatch(batch).catch((error: unknown) => {
    throw error instanceof ApiError ? refusalOfRow(error) : error
  })
  const [saved] = shifts
  if (!saved) throw new Error('The batch has no shift')
  return { saved, batch_id }
}

const FIRST_ROW = 'update.0.'

function refusalOfRow({ status, body }: ApiError): ApiError {
  const issues = body.issues?.map((issue) => ({ ...issue, path: issue.path.replace(FIRST_ROW, '') }))
  const [row] = body.code === 'batch_refused' ? (issues ?? []) : []
  const reason = row && { code: row.code ?? 'unknown', error: row.message }
  return new ApiError(status, { ...body, ...reason, ...(issues && { issues }) })
}

/** What saving the batch would do, if people are told (D46). */
export const batchPreviewQuery = (batch: ShiftBatch) =>
  queryOptions({
    // The key is below that of the events, so that a live change refreshes it too.
    queryKey: organizationKey('events', 'batch', JSON.stringify(batch)),
    queryFn: async ({ signal }): Promise<BatchPreview> => {
      const answer = await call('shifts', 'saveBatch', {
        headers: {},
        body: { ...batch, notify: true, dry_run: true },
        signal,
      })
      if (!('clash_count' in answer)) throw new Error('A dry run was saved')
      return answer
    },
    // Never read from the cache, because it is shown before messages are sent.
    staleTime: 0,
    gcTime: 0,
  })

/** Returns the server's sentence, and what it says of each refused row. */
export function batchProblem(error: unknown, failed: string): string {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  const reasons = new Set(issues.map(({ message }) => message))
  return [...reasons].reduce(joinSentences, errorText(error, failed))
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

/** Removes shifts from the cached list, so that no dialog shows figures of a deleted shift. */
export function dropShifts(client: QueryClient, event_id: string, ids: readonly string[]): void {
  client.setQueryData(shiftsQuery(event_id).queryKey, (before) =>
    before?.filter(({ id }) => !ids.includes(id)),
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
