import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { invitationFacts, shiftsOf } from '../mail/templates/invitation.ts'
import type { ClaimedMessage } from './claim.ts'

/**
 * D18: removes shifts that can no longer be answered from claimed invitations that have waited. `lapsed`: ids of
 * invitations without an answerable shift.
 */
export async function dropLapsedShifts(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  now: string,
): Promise<{ rows: readonly ClaimedMessage[]; lapsed: ReadonlySet<string> }> {
  const invitations = claimed.flatMap(({ id, template, facts }) => {
    const read = template === 'invitation' ? invitationFacts.safeParse(facts) : undefined
    return read?.success ? [{ id, facts: read.data, shifts: shiftsOf(read.data) }] : []
  })
  if (invitations.length === 0) return { rows: claimed, lapsed: new Set() }
  const named = invitations.flatMap(({ shifts }) => shifts.map(({ assignment_id }) => assignment_id))
  const { rows } = await tx.execute<{ id: string; is_lapsed: boolean }>(sql`
    select a.id, a.status = 'INVITED' and a.token_expires_at <= ${now} as is_lapsed
    from assignment a where a.id = any(${sql.param(named)}::uuid[]) and a.status in ('INVITED', 'CONFIRMED')
  `)
  const states = new Map(rows.map(({ id, is_lapsed }) => [id, is_lapsed]))
  const lapsed = new Set<string>()
  const updated = new Map<string, object>()
  for (const { id, facts, shifts } of invitations) {
    const open = shifts.filter(({ assignment_id }) => states.get(assignment_id) === false)
    const [first, ...more] = shifts.filter(({ assignment_id }) => states.get(assignment_id) !== true)
    if (1 + more.length === shifts.length && first) continue
    if (open.length === 0 || !first) lapsed.add(id)
    else updated.set(id, { ...first, first_name: facts.first_name, ...(more.length > 0 && { more }) })
  }
  await updateFacts(tx, updated)
  // The text for the history is written again.
  const changed = claimed.map((row) => {
    const facts = updated.get(row.id)
    return facts ? { ...row, facts, is_unwritten: true } : row
  })
  return { rows: changed, lapsed }
}

async function updateFacts(tx: Tx, updated: ReadonlyMap<string, object>): Promise<void> {
  if (updated.size === 0) return
  const rows = [...updated].map(([id, facts]) => ({ id, facts }))
  await tx.execute(sql`
    update message m set facts = given.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, facts jsonb)
    where m.id = given.id
  `)
}
