import type {
  LogAction,
  LogChanges,
  LoggedShift,
  LogSubjects,
  LogValue,
} from '@muster/contract/rules/log-action'
import { sql } from 'drizzle-orm'
import type { OrgTx, Tx } from './client.ts'
import { newId } from './ids.ts'
import { isOrganization } from './in-organization.ts'
import type { LockedAssignment } from './lock.ts'
import { event, role, type ShiftRow } from './schema.ts'

export type Done = {
  action: LogAction
  at: string
  fields?: readonly string[]
  /** Of those fields whose values are kept. */
  changes?: LogChanges
  shift?: Pick<LoggedShift, 'id' | 'start_dt' | 'end_dt'>
  /** The same for all that one call does. */
  batch_id?: string | undefined
} & LogSubjects

/** A1: must run in the transaction of the action that it records. */
export function recordAction(tx: OrgTx, done: Done): Promise<void> {
  return recordActionOf(tx, tx.org, done)
}

export async function recordActions(tx: OrgTx, all: readonly Done[]): Promise<void> {
  if (all.length > 0) await insertEntries(tx, tx.org, all)
}

/** Does the same under the system role, for transactions that also change accounts. */
export function recordActionOf(tx: Tx, organization_id: string, done: Done): Promise<void> {
  return insertEntries(tx, organization_id, [done])
}

/** Keeps a shift as it is now: its role may get another name, and its event another zone. */
async function insertEntries(tx: Tx, organization_id: string, all: readonly Done[]): Promise<void> {
  const org = sql`${organization_id}::uuid`
  const of = (
    table: typeof role | typeof event,
    column: typeof role.name | typeof event.time_zone,
    id: string,
  ) =>
    sql`(select ${column} from ${table} where ${table.id} = (entry.subjects->>${sql.raw(`'${id}'`)})::uuid
      and ${isOrganization(table.organization_id, org)})`
  await tx.execute(sql`
    insert into audit_log
      (organization_id, id, at, actor_kind, actor_id, action, subjects, fields, changes, shift, batch_id)
    select ${org}, id, at, ${tx.actor.kind}, ${'id' in tx.actor ? tx.actor.id : null}::uuid, action, subjects, fields,
      changes, shift || jsonb_build_object('role_name', ${of(role, role.name, 'role_id')},
        'time_zone', ${of(event, event.time_zone, 'event_id')}), batch_id
    from jsonb_to_recordset(${JSON.stringify(all.map(entryOf))}) as entry (
      id uuid, at timestamptz, action text, subjects jsonb, fields text[], changes jsonb, shift jsonb, batch_id uuid
    )
  `)
}

const entryOf = ({ action, at, fields = [], changes = {}, shift, batch_id, ...subjects }: Done) => ({
  id: newId(),
  at,
  action,
  subjects,
  fields,
  changes,
  shift,
  batch_id,
})

export const subjectsOfShift = ({
  id,
  role_id,
  event_id,
  start_dt,
  end_dt,
}: Pick<ShiftRow, 'id' | 'role_id' | 'event_id' | 'start_dt' | 'end_dt'>) => ({
  shift: { id, start_dt, end_dt },
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

/** Fields whose values the log keeps: they are about no person, and short. */
const KEPT = new Set([
  'name',
  'location',
  'time_zone',
  'event_date_start',
  'event_date_end',
  'public_names',
  'cancel_until_hours',
  'free_unanswered',
  'reminder_hours',
  'reminder_sms',
  'waiting_list',
  'late_signup',
  'certificates',
  'swap',
  'approval',
  'max_shifts',
  'min_rest_hours',
  'min_age',
  'published',
  'signup_opens_at',
  'signup_closes_at',
  'archived',
  'event_id',
  'role_id',
  'start_dt',
  'end_dt',
  'required_qty',
  'language',
  'country',
  'sms_sender',
  'color',
  'uses_child_team',
  'second_factor',
])

/** Returns the old and new values of the fields that the log keeps. */
export function keptChanges(before: object, after: object, fields: readonly string[]): LogChanges {
  return Object.fromEntries(
    fields
      .filter((name) => KEPT.has(name))
      .map((name) => [name, [valueOf(Reflect.get(before, name)), valueOf(Reflect.get(after, name))]]),
  )
}

const valueOf = (value: unknown): LogValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
