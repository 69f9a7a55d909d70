import type { ExtensionDays } from '@muster/contract/rules/invite-expiry'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, callForHeaders } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'
import { extendExpiration } from '../assignments/api.ts'

export type Candidates = Answer<'fill', 'listCandidates'>
export type Candidate = Candidates['candidates'][number]

export const candidatesQuery = (shift_id: string) =>
  queryOptions({
    queryKey: organizationKey('candidates', shift_id),
    queryFn: ({ signal }) => call('fill', 'listCandidates', { params: { id: shift_id }, signal }),
    // Who is free and was asked changes with every ask.
    staleTime: 0,
  })

/** Null: nobody was left to answer, so there is nothing to undo. */
export async function stopAsking(
  shift_id: string,
  ask_id: string,
): Promise<{ shift: Shift; batch_id: string | null }> {
  const { body, headers } = await callForHeaders('fill', 'stopAsking', { params: { id: shift_id, ask_id } })
  return { shift: body, batch_id: headers.get('undo-batch') }
}

export async function giveMoreTime(people: readonly Assignment[], days: ExtensionDays): Promise<void> {
  for (const { id } of people) await extendExpiration(id, days)
}
