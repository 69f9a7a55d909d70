import type { LogAction, LogSubjects } from '@muster/contract/rules/log-action'
import type { OrgTx, Tx } from './client.ts'
import { newId } from './ids.ts'
import type { LockedAssignment } from './lock.ts'
import { auditLog, type ShiftRow } from './schema.ts'

export type Done = { action: LogAction; at: string; fields?: readonly string[] } & LogSubjects

/** A1: must run in the transaction of the action that it records. */
export function recordAction(tx: OrgTx, done: Done): Promise<void> {
  return recordActionOf(tx, tx.org, done)
}

export async function recordActions(tx: OrgTx, all: readonly Done[]): Promise<void> {
  if (all.length > 0) await tx.insert(auditLog).values(all.map((done) => rowOf(tx, tx.org, done)))
}

/** Does the same under the system role, for transactions that also change accounts. */
export async function recordActionOf(tx: Tx, organization_id: string, done: Done): Promise<void> {
  await tx.insert(auditLog).values(rowOf(tx, organization_id, done))
}

function rowOf(
  { actor }: Tx,
  organization_id: string,
  { action, at, fields = [], ...subjects }: Done,
): typeof auditLog.$inferInsert {
  return {
    organization_id,
    id: newId(),
    at,
    actor_kind: actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    action,
    subjects,
    fields: [...fields],
  }
}

export const subjectsOfShift = ({
  id,
  role_id,
  event_id,
}: Pick<ShiftRow, 'id' | 'role_id' | 'event_id'>) => ({
  shift_id: id,
  role_id,
  event_id,
})

export const subjectsOfAssignment = ({
  shift,
  person_id,
}: Pick<LockedAssignment, 'shift' | 'person_id'>) => ({
  ...subjectsOfShift(shift),
  person_ids: [person_id],
})

/** Returns the names of the fields whose value differs; `undefined` in `change` means not changed. */
export function changedFields(before: object, change: object): string[] {
  return Object.entries(change)
    .filter(([name, value]) => value !== undefined && Reflect.get(before, name) !== value)
    .map(([name]) => name)
}
