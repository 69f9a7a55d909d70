import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { assignment } from '../db/schema.ts'
import { addressKey } from './address-key.ts'
import type { Claimed } from './claim.ts'
import type { OwnReason } from './failure-text.ts'
import { listBlocked } from './mail-block.ts'
import { listSuppressedOf } from './suppression.ts'

type Candidate = Pick<
  Claimed,
  'organization_id' | 'id' | 'channel' | 'person_id' | 'template' | 'address'
> & {
  /** Without any of these it is not sent; empty: it is sent in any case. */
  assignment_ids: readonly string[]
}

/** Why a message is not to be sent, by its id. */
export type Unsendable = ReadonlyMap<string, OwnReason>

/** What can be known before asking the provider: one query for all. */
export async function listUnsendable(tx: Tx, candidates: readonly Candidate[]): Promise<Unsendable> {
  const suppressed = await listSuppressedOf(tx, candidates)
  const blocked = await listBlocked(tx, candidates)
  const existing = await listExisting(
    tx,
    candidates.flatMap(({ assignment_ids }) => assignment_ids),
  )

  function reasonOf(candidate: Candidate): OwnReason | undefined {
    const { id, template, address, assignment_ids } = candidate
    if (isToNobody(candidate)) return 'person_deleted'
    const closed = suppressed.get(id)
    if (closed) return closed === 'hard_bounce' ? 'bounced' : 'opted_out'
    // D28: a password reset is requested by the recipient and never blocked.
    if (template !== 'password_reset' && blocked.has(addressKey(address))) return 'opted_out'
    // Nobody should hear "you're signed up" for a shift they are not on any more.
    const is_off = assignment_ids.length > 0 && !assignment_ids.some((each) => existing.has(each))
    return is_off ? 'off_shift' : undefined
  }

  return new Map(
    candidates.flatMap((candidate) => {
      const reason = reasonOf(candidate)
      return reason ? [[candidate.id, reason] as const] : []
    }),
  )
}

/** D21: who is deleted hears of what they need not come to any more, and nothing else. */
function isToNobody({ organization_id, person_id, template }: Candidate): boolean {
  return organization_id !== null && person_id === null && template !== 'shift_cancelled'
}

/** Which of these assignments still exist. */
async function listExisting(tx: Tx, assignment_ids: string[]): Promise<Set<string>> {
  if (assignment_ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: assignment.id })
    .from(assignment)
    .where(inArray(assignment.id, assignment_ids))
  return new Set(rows.map(({ id }) => id))
}

/** Of claimed SMS, the ids of those to somebody who has written to their organisation (D30). */
export async function listAnswering(tx: Tx, claimed: readonly Claimed[]): Promise<Set<string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, address }) => ({ organization_id, id, address })),
  )
  const found = await tx.execute<{ id: string }>(sql`
    select claimed.id from jsonb_to_recordset(${rows}) as claimed (organization_id uuid, id uuid, address text)
    where exists (
      select from message
      where channel = 'SMS' and direction = 'INBOUND'
        and message.address = claimed.address and message.organization_id = claimed.organization_id
    )
  `)
  return new Set(found.rows.map(({ id }) => id))
}
