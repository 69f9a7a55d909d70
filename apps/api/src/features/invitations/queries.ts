import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { assignment, event, organization, person, role, shift } from '../../db/schema.ts'

export type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>

/** The assignment a link names, with what it may show, before anybody has proved anything. */
export async function findLinked(tx: OrgTx, assignment_id: string) {
  const [found] = await tx
    .select({
      assignment: {
        assignment_id: assignment.id,
        round: assignment.round,
        status: assignment.status,
        token_expires_at: assignment.token_expires_at,
        person_id: assignment.person_id,
      },
      person: { first_name: person.first_name },
      organization: { name: organization.name },
      shift: { id: shift.id, start_dt: shift.start_dt, end_dt: shift.end_dt },
      role: { name: role.name, description: role.description },
      event: {
        id: event.id,
        name: event.name,
        location: event.location,
        event_date_start: event.event_date_start,
        notes: event.notes,
        time_zone: event.time_zone,
      },
    })
    .from(assignment)
    .innerJoin(person, and(eq(person.organization_id, tx.org), eq(person.id, assignment.person_id)))
    .innerJoin(shift, and(eq(shift.organization_id, tx.org), eq(shift.id, assignment.shift_id)))
    .innerJoin(role, and(eq(role.organization_id, tx.org), eq(role.id, shift.role_id)))
    .innerJoin(event, and(eq(event.organization_id, tx.org), eq(event.id, shift.event_id)))
    .innerJoin(organization, eq(organization.id, tx.org))
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, assignment_id)))
  if (!found) return undefined
  const { assignment: own, shift: window, role: named, event: at, ...shown } = found
  return { ...own, ...shown, shift: { ...window, role: { ...named, event: at } } }
}

/** D5: this person's other shifts of the event, by start. */
export async function listOtherShifts(
  tx: OrgTx,
  { person_id, event_id, shift_id }: { person_id: string; event_id: string; shift_id: string },
) {
  return tx
    .select({
      status: assignment.status,
      start_dt: shift.start_dt,
      end_dt: shift.end_dt,
      role: { name: role.name },
    })
    .from(assignment)
    .innerJoin(shift, and(eq(shift.organization_id, tx.org), eq(shift.id, assignment.shift_id)))
    .innerJoin(role, and(eq(role.organization_id, tx.org), eq(role.id, shift.role_id)))
    .where(
      and(
        eq(assignment.organization_id, tx.org),
        eq(assignment.person_id, person_id),
        eq(shift.event_id, event_id),
        ne(shift.id, shift_id),
      ),
    )
    .orderBy(asc(shift.start_dt), asc(shift.id))
}

/** Who has these places, and until when; an assignment that is gone is missing. */
export async function listPlaces(tx: OrgTx, assignment_ids: readonly string[]) {
  return tx
    .select({
      assignment_id: assignment.id,
      status: assignment.status,
      email: person.email,
      end_dt: shift.end_dt,
    })
    .from(assignment)
    .innerJoin(person, and(eq(person.organization_id, tx.org), eq(person.id, assignment.person_id)))
    .innerJoin(shift, and(eq(shift.organization_id, tx.org), eq(shift.id, assignment.shift_id)))
    .where(and(eq(assignment.organization_id, tx.org), inArray(assignment.id, [...assignment_ids])))
}

/** D18: the one answer a link takes; D28: or the end of a place that its owner never took. */
export async function updateAnswer(
  tx: OrgTx,
  assignment_id: string,
  answer: { status: 'CONFIRMED' | 'DECLINED'; responded_at: string },
): Promise<void> {
  await tx
    .update(assignment)
    .set({ ...answer, version: sql`${assignment.version} + 1` })
    .where(and(eq(assignment.organization_id, tx.org), eq(assignment.id, assignment_id)))
}
