import type { Language } from '@muster/contract/language'
import { isOver } from '@muster/contract/rules/shift-phase'
import { foldName } from '@muster/contract/rules/text'
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { OrgTx } from '../db/client.ts'
import { groupBy } from '../db/group-by.ts'
import { inOrganization } from '../db/in-organization.ts'
import { assignment, event, person, shift } from '../db/schema.ts'
import { type CalendarEntry, listCalendarEntries } from '../mail/calendar.ts'
import type { EmailContent } from '../mail/templates.ts'
import { enqueueEmails } from './enqueue.ts'
import { getLanguageOfOrganization } from './recipients.ts'
import { listSuppressed } from './suppression.ts'

/*
 * D21: people CONFIRMED or INVITED on a shift that is not over get an email when it changes or is deleted: one email per
 * person for all of their shifts.
 */

export type Affected =
  | { shift_ids: readonly string[] }
  | { assignment_ids: readonly string[] }
  | { person_id: string }

/** Call before deleting the rows. `removed`: the shift takes place without these people. */
export async function enqueueCancelled(
  tx: OrgTx,
  affected: Affected,
  { because, now }: { because: 'cancelled' | 'removed'; now: string },
): Promise<void> {
  const assignments = await listAffected(tx, affected, now)
  await enqueueNotices(
    tx,
    assignments.filter(({ entry }) => !isOver(entry, now)),
    ([first, ...more], first_name) => ({
      template: 'shift_cancelled',
      facts: { first_name, because, shifts: [cancelled(first), ...more.map(cancelled)] },
    }),
  )
}

/** The entry's last version: its row will be deleted. */
function cancelled({ is_confirmed, entry }: AffectedAssignment) {
  return { is_confirmed, entry: { ...entry, sequence: entry.sequence + 1 } }
}

export type Plan = {
  shift_id: string
  start_dt: string
  end_dt: string
  location: string | null
  time_zone: string
}

/** Times and places before a change, for `enqueueChanged`. */
export function listPlans(tx: OrgTx, shift_ids: readonly string[]): Promise<Plan[]> {
  return tx
    .select({
      shift_id: shift.id,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      location: event.location,
      time_zone: event.time_zone,
    })
    .from(shift)
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(eq(shift.organization_id, tx.org), inArray(shift.id, [...shift_ids])))
}

export async function enqueueChanged(tx: OrgTx, plans: readonly Plan[], now: string): Promise<void> {
  const plans_by_shift = new Map(plans.map(({ shift_id, ...plan }) => [shift_id, plan]))
  const assignments = await listAffected(tx, { shift_ids: [...plans_by_shift.keys()] }, now)
  const changes = assignments.flatMap((each) => {
    const was = plans_by_shift.get(each.shift_id)
    return was && hasChanged(was, each.entry, now) ? [{ ...each, was }] : []
  })
  await enqueueNotices(tx, changes, ([first, ...more], first_name) => ({
    template: 'shift_changed',
    facts: { first_name, shifts: [changed(first), ...more.map(changed)] },
  }))
}

function changed({
  assignment_id,
  round,
  is_confirmed,
  entry,
  was,
}: AffectedAssignment & { was: Omit<Plan, 'shift_id'> }) {
  return { assignment_id, round, is_confirmed, entry, was }
}

/** A change of a shift that was over and still is does not count. */
function hasChanged(was: Omit<Plan, 'shift_id'>, is: CalendarEntry, now: string): boolean {
  if (isOver(was, now) && isOver(is, now)) return false
  return was.start_dt !== is.start_dt || was.end_dt !== is.end_dt || was.location !== is.location
}

type AffectedAssignment = {
  assignment_id: string
  round: number
  shift_id: string
  is_confirmed: boolean
  person: { id: string; first_name: string; email: string; language: Language | null }
  entry: CalendarEntry
}

async function listAffected(tx: OrgTx, affected: Affected, now: string): Promise<AffectedAssignment[]> {
  const rows = await tx
    .select({
      assignment_id: assignment.id,
      round: assignment.round,
      shift_id: assignment.shift_id,
      status: assignment.status,
      person: {
        id: person.id,
        first_name: person.first_name,
        email: person.email,
        language: person.language,
      },
    })
    .from(assignment)
    .innerJoin(person, eq(person.id, assignment.person_id))
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(
      and(
        inOrganization(tx, assignment),
        isAffected(affected),
        isNull(person.erased_at),
        inArray(assignment.status, ['INVITED', 'CONFIRMED']),
      ),
    )
    .orderBy(asc(shift.start_dt), asc(assignment.id))
  const entries = await listCalendarEntries(
    tx,
    rows.map(({ assignment_id }) => assignment_id),
    now,
  )
  return rows.flatMap(({ status, ...row }) => {
    const entry = entries.get(row.assignment_id)
    return entry ? [{ ...row, is_confirmed: status === 'CONFIRMED', entry }] : []
  })
}

function isAffected(affected: Affected): SQL {
  if ('person_id' in affected) return eq(assignment.person_id, affected.person_id)
  return 'shift_ids' in affected
    ? inArray(assignment.shift_id, [...affected.shift_ids])
    : inArray(assignment.id, [...affected.assignment_ids])
}

/** Suppressed addresses get none (D31); unsubscribed ones do. */
async function enqueueNotices<One extends AffectedAssignment>(
  tx: OrgTx,
  assignments: readonly One[],
  write: (assignments: [One, ...One[]], first_name: string) => EmailContent,
): Promise<void> {
  if (assignments.length === 0) return
  const suppressed = await listSuppressed(
    tx,
    'EMAIL',
    assignments.map(({ person: { email } }) => email),
  )
  const language = await getLanguageOfOrganization(tx)
  const emails = [...groupBy(assignments, ({ person: { id } }) => id).values()].flatMap(
    ([first, ...more]) => {
      const reason = first && suppressed.get(foldName(first.person.email))
      if (!first || (reason !== undefined && reason !== 'unsubscribe')) return []
      const content = write([first, ...more], first.person.first_name)
      return [{ person: first.person, language: first.person.language ?? language, content }]
    },
  )
  await enqueueEmails(tx, emails)
}
