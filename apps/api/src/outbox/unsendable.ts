import { foldAddress } from '@muster/contract/rules/fold'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { assignment } from '../db/schema.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { kindOf } from './render.ts'
import { addressKey, listBlocked } from './suppression.ts'

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
    if (!kindOf(template)?.is_about_account && blocked.has(addressKey(address))) return 'opted_out'
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

function isPersonDeleted({ organization_id, person_id, template }: Candidate): boolean {
  return organization_id !== null && person_id === null && !kindOf(template)?.is_sent_to_deleted
}

async function listSuppressedMessages(tx: Tx, messages: readonly Candidate[]): Promise<Map<string, string>> {
  const rows = JSON.stringify(
    messages.map(({ organization_id, id, channel, address, template }) => ({
      organization_id,
      id,
      channel,
      address: foldAddress(address),
      is_needed: kindOf(template)?.is_sent_despite_unsubscribe ?? false,
    })),
  )
  const found = await tx.execute<{ id: string; reason: string }>(sql`
    select claimed.id, suppression.reason
    from jsonb_to_recordset(${rows})
      as claimed (organization_id uuid, id uuid, channel text, address text, is_needed boolean)
    join suppression using (organization_id, channel, address)
    where not (claimed.is_needed and claimed.channel = 'EMAIL' and suppression.reason = 'unsubscribe')
  `)
  return new Map(found.rows.map(({ id, reason }) => [id, reason]))
}

async function listExistingAssignments(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  if (assignment_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(isAnyOf(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}
