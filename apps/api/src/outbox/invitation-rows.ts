import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { type CalendarEntry, calendarEntryOf } from '../mail/calendar.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { invitationFacts, shiftsOf } from './kinds/invitation.ts'
import { updateFacts } from './update-facts.ts'

/**
 * Reads the shifts of claimed invitations again, because they may have waited. Leaves out those that can no longer be
 * answered (D18), and those that the person has since declined or was removed from. `ended` maps the id of each
 * invitation without a remaining shift to the reason.
 */
export async function updateClaimedInvitations(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  now: string,
): Promise<{ rows: readonly ClaimedMessage[]; ended: ReadonlyMap<string, FailureCode> }> {
  const invitations = claimed.flatMap(({ id, template, facts }) => {
    const read = template === 'invitation' ? invitationFacts.safeParse(facts) : undefined
    return read?.success ? [{ id, facts: read.data, shifts: shiftsOf(read.data) }] : []
  })
  if (invitations.length === 0) return { rows: claimed, ended: new Map() }
  const named = invitations.flatMap(({ shifts }) => shifts.map(({ assignment_id }) => assignment_id))
  const present = await readPresent(tx, named, now)
  const ended = new Map<string, FailureCode>()
  const updated = new Map<string, object>()
  for (const { id, facts, shifts } of invitations) {
    const [first, ...more] = shifts.flatMap((shift) => {
      const { is_lapsed = true, entry, ...answer } = present.get(shift.assignment_id) ?? {}
      const { stamp } = shift.entry
      return is_lapsed ? [] : [{ ...shift, ...answer, entry: { ...shift.entry, ...entry, stamp } }]
    })
    if (first) {
      const after = { ...first, first_name: facts.first_name, ...(more.length > 0 && { more }) }
      if (!isDeepStrictEqual(after, facts)) updated.set(id, after)
    } else {
      const isLate = shifts.some(({ assignment_id }) => present.has(assignment_id))
      ended.set(id, isLate ? 'too_late' : 'off_shift')
    }
  }
  return { rows: await updateFacts(tx, claimed, updated), ended }
}

type Present = {
  is_confirmed: boolean
  answer_by: string
  /** It can no longer be answered. */
  is_lapsed: boolean
  entry: Omit<CalendarEntry, 'notes'>
}

async function readPresent(
  tx: Tx,
  assignment_ids: readonly string[],
  now: string,
): Promise<Map<string, Present>> {
  const { rows } = await tx.execute<Present & { id: string }>(sql`
    select a.id, a.status = 'CONFIRMED' as is_confirmed, ${isoInstant(sql`a.token_expires_at`)} as answer_by,
      a.status = 'INVITED' and a.token_expires_at <= ${now} as is_lapsed, ${calendarEntryOf(sql`null`)} as entry
    from assignment a
    join shift s on s.id = a.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = a.organization_id
    where a.id = any(${sql.param(assignment_ids)}::uuid[]) and a.status in ('INVITED', 'CONFIRMED')
  `)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
