import type { Tx } from '../db/client.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { assignment } from '../db/schema.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { ABOUT_ACCOUNTS } from './render.ts'
import { addressKey, listBlocked, listSuppressedMessages } from './suppression.ts'

type Candidate = Pick<
  ClaimedMessage,
  'organization_id' | 'id' | 'channel' | 'person_id' | 'template' | 'address'
> & {
  assignment_ids: readonly string[]
}

export type Unsendable = ReadonlyMap<string, FailureCode>

export async function listUnsendable(tx: Tx, candidates: readonly Candidate[]): Promise<Unsendable> {
  const suppressed = await listSuppressedMessages(tx, candidates)
  const blocked = await listBlocked(tx, candidates)
  const existing = await listExistingAssignments(
    tx,
    candidates.flatMap(({ assignment_ids }) => assignment_ids),
  )

  function reasonOf(candidate: Candidate): FailureCode | undefined {
    const { id, template, address, assignment_ids } = candidate
    if (isPersonDeleted(candidate)) return 'person_deleted'
    const suppression = suppressed.get(id)
    if (suppression) return suppression === 'hard_bounce' ? 'bounced' : 'opted_out'
    if (!ABOUT_ACCOUNTS.has(template) && blocked.has(addressKey(address))) return 'opted_out'
    const isUnassigned = assignment_ids.length > 0 && !assignment_ids.some((each) => existing.has(each))
    return isUnassigned ? 'off_shift' : undefined
  }

  return new Map(
    candidates.flatMap((candidate) => {
      const reason = reasonOf(candidate)
      return reason ? [[candidate.id, reason] as const] : []
    }),
  )
}

/** Deleted people are still sent the cancellation of their shifts (D21). */
function isPersonDeleted({ organization_id, person_id, template }: Candidate): boolean {
  return organization_id !== null && person_id === null && template !== 'shift_cancelled'
}

async function listExistingAssignments(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  if (assignment_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(isAnyOf(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}
