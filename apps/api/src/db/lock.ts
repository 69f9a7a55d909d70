import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { OrgTx } from './client.ts'
import { inOrganization, isOrganization } from './in-organization.ts'
import { prepare } from './prepare.ts'
import {
  type AssignmentRow,
  assignment,
  event,
  type PersonRow,
  person,
  type ShiftRow,
  shift,
} from './schema.ts'

/*
 * D15: whoever needs several locks takes them in this order, each kind by id: event, role, shift,
 * person. Two transactions then wait for each other in one direction only.
 */

/** Whoever writes to all people of one of these events holds it meanwhile: they are waited for. */
export async function awaitBroadcasts(tx: OrgTx, event_ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.organization_id, tx.org), inArray(event.id, [...event_ids])))
    .orderBy(asc(event.id))
    .for('key share')
}

const ids = sql`${sql.placeholder('ids')}::uuid[]`
const org = sql`${sql.placeholder('org')}::uuid`

const selectShiftsForUpdate = prepare<ShiftRow>(
  'lock_shifts',
  sql`
    select * from ${shift} where ${shift.id} = any(${ids}) and ${isOrganization(shift.organization_id, org)}
    order by ${shift.id} for update
  `,
)

/** Those of the shifts that still exist. */
export const lockShifts = (tx: OrgTx, shift_ids: readonly string[]): Promise<ShiftRow[]> =>
  selectShiftsForUpdate(tx, { org: tx.org, ids: shift_ids })

const selectPeopleForUpdate = prepare<PersonRow>(
  'lock_people',
  sql`
    select * from ${person} where ${person.id} = any(${ids}) and ${isOrganization(person.organization_id, org)}
    order by ${person.id} for no key update
  `,
)

/**
 * Those of the people who still exist. A message to them may be written meanwhile, and its foreign key holds them: a
 * broadcast takes its shifts only after that, and would wait in a circle for whoever has a shift already.
 */
export const lockPeople = (tx: OrgTx, person_ids: readonly string[]): Promise<PersonRow[]> =>
  selectPeopleForUpdate(tx, { org: tx.org, ids: person_ids })

/** For whoever deletes somebody, or changes where they are reached: nobody may even write to them meanwhile. */
export async function lockPersonWholly(tx: OrgTx, id: string) {
  const [locked] = await tx
    .select()
    .from(person)
    .where(and(eq(person.organization_id, tx.org), eq(person.id, id)))
    .for('update')
  return locked
}

/** Everybody assigned to shifts that are locked already: nobody can be added meanwhile. */
export async function lockPeopleOfShifts(tx: OrgTx, shift_ids: readonly string[]) {
  const assigned = await tx
    .selectDistinct({ person_id: assignment.person_id })
    .from(assignment)
    .where(and(inOrganization(tx, assignment), inArray(assignment.shift_id, [...shift_ids])))
  return lockPeople(
    tx,
    assigned.map(({ person_id }) => person_id),
  )
}

const selectAssignment = prepare<AssignmentRow>(
  'find_assignment',
  sql`
    select * from ${assignment}
    where ${assignment.organization_id} = ${org} and ${assignment.id} = ${sql.placeholder('id')}
  `,
)

/** The assignment with its shift and its person, which it never exchanges for others. Undefined once it is gone. */
export async function lockAssignment(tx: OrgTx, id: string) {
  const [preview] = await selectAssignment(tx, { org: tx.org, id })
  return preview && lockPreviewed(tx, preview)
}

/** The same of one whose shift and person are known. One round trip: it is read once both stand still. */
export async function lockPreviewed(
  tx: OrgTx,
  { id, shift_id, person_id }: Pick<AssignmentRow, 'id' | 'shift_id' | 'person_id'>,
) {
  const [[locked_shift], [locked_person], [locked]] = await Promise.all([
    lockShifts(tx, [shift_id]),
    lockPeople(tx, [person_id]),
    selectAssignment(tx, { org: tx.org, id }),
  ])
  return locked && locked_shift && locked_person && { ...locked, shift: locked_shift, person: locked_person }
}

export type LockedAssignment = NonNullable<Awaited<ReturnType<typeof lockAssignment>>>
