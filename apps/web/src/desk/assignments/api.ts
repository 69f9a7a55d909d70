import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { ExtensionDays } from '@muster/contract/rules/invite-expiry'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call, callForHeaders, type Given } from '../../api/call.ts'
import { notifyQuery } from '../../api/notify-query.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { shiftsQuery } from '../shifts/api.ts'

export type StaffingChange = Given<'assignments', 'saveAssignments'>['body']
export type InviteMethod = Given<'assignments', 'sendInvite'>['body']['method']

/** Messages wait, and the batch undoes it (D46). */
export function saveAssignments(
  shift_id: string,
  body: StaffingChange,
): Promise<{ saved: Shift; batch_id: string | null }> {
  return once(['saveAssignments', shift_id, body], async (headers) => {
    const query = { undoable: 'true' as const }
    const given = { params: { id: shift_id }, query, headers, body }
    const answer = await callForHeaders('assignments', 'saveAssignments', given)
    return { saved: answer.body, batch_id: answer.headers.get('undo-batch') }
  })
}

export function changeStatus(id: string, status: AssignmentStatus, notify = true): Promise<Assignment> {
  return call('assignments', 'changeStatus', { params: { id }, query: notifyQuery(notify), body: { status } })
}

/** D20: a full shift needs one more for them. */
export function confirmAndRaise(id: string): Promise<Assignment> {
  return call('assignments', 'changeStatus', { params: { id }, body: { status: 'CONFIRMED', raise: true } })
}

export function extendExpiration(
  id: string,
  days: ExtensionDays,
): Promise<Answer<'assignments', 'extendExpiration'>> {
  return call('assignments', 'extendExpiration', { params: { id }, body: { days } })
}

/** `assignment_ids` must be of the same person and event; one message is sent for all. */
export function sendInvite(
  id: string,
  { method, assignment_ids }: { method: InviteMethod; assignment_ids: readonly string[] },
): Promise<Answer<'assignments', 'sendInvite'>> {
  const together = assignment_ids.length > 0 && { assignment_ids: [...assignment_ids] }
  const body = { method, ...together }
  return once(['sendInvite', id, body], (headers) =>
    call('assignments', 'sendInvite', { params: { id }, headers, body }),
  )
}

export type Invitations = Given<'assignments', 'sendInvitations'>['body']
export type FailedInvite = Answer<'assignments', 'sendInvitations'>['failed'][number]

/** `batch_id` can be undone until its messages are sent (D46). It is null if nobody was invited. */
export function sendInvitations(
  event_id: string,
  body: Invitations,
): Promise<{ failed: FailedInvite[]; batch_id: string | null }> {
  return once(['sendInvitations', event_id, body], async (headers) => {
    const given = { params: { id: event_id }, headers, body }
    const sent = await callForHeaders('assignments', 'sendInvitations', given)
    return { failed: sent.body.failed, batch_id: sent.headers.get('undo-batch') }
  })
}

export type PreviewForm = Given<'assignments', 'previewInvitations'>['body']

export const invitationsQuery = (event_id: string, body: PreviewForm) =>
  queryOptions({
    queryKey: organizationKey('invitations-preview', event_id, JSON.stringify(body)),
    queryFn: ({ signal }) =>
      call('assignments', 'previewInvitations', { params: { id: event_id }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

/** D17: the old link stops working; the new one is sent if `notify`. */
export function replaceLink(id: string, notify: boolean): Promise<Assignment> {
  return once(['replaceLink', id, notify], (headers) =>
    call('assignments', 'replaceLink', { params: { id }, headers, body: { notify } }),
  )
}

export function storeAssignment(client: QueryClient, event_id: string, changed: Assignment): void {
  client.setQueryData(shiftsQuery(event_id).queryKey, (before) =>
    before?.map((shift) =>
      shift.id === changed.shift_id
        ? { ...shift, assignment: shift.assignment.map((each) => (each.id === changed.id ? changed : each)) }
        : shift,
    ),
  )
}
