import type { Kept } from '@muster/contract/batches'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { isUndoable, type Overlap, recordedBatch } from '../../db/record-batch.ts'
import { batch } from '../../db/schema.ts'

export type BatchRow = {
  id: string
  event_ids: string[]
  kept: Kept[] | null
  overlaps: Overlap[]
  created_day: string
  is_undoable: boolean
}

export async function lockBatch(tx: OrgTx, id: string): Promise<BatchRow | undefined> {
  const { rows } = await tx.execute<BatchRow>(sql`
    select id, event_ids, kept, before->'overlap' as overlaps, (created_at at time zone 'UTC')::date::text as created_day,
      before is not null and ${isUndoable} as is_undoable
    from batch where organization_id = ${tx.org} and id = ${id} for update
  `)
  return rows[0]
}

export async function updateKept(tx: OrgTx, id: string, kept: Kept[]): Promise<void> {
  await tx
    .update(batch)
    .set({ kept })
    .where(and(eq(batch.organization_id, tx.org), eq(batch.id, id)))
}

export type RecordedIds = { events: string[]; roles: string[]; shifts: string[]; people: string[] }

const idsAt = (path: string) =>
  sql`array(select distinct jsonb_path_query(jsonb_build_array(b.before, b.after), ${path}::jsonpath) #>> '{}')`

/** Ids of what the batch has recorded, to be locked. */
export async function listRecordedIds(tx: OrgTx, id: string): Promise<RecordedIds | undefined> {
  const { rows } = await tx.execute<RecordedIds>(sql`
    select ${idsAt('$[*].event[*].id')} as events, ${idsAt('$[*].shift[*].role_id')} as roles,
      ${idsAt('$[*].shift[*].id')} as shifts,
      ${idsAt('$[*].*[*].person_id ? (@ != null)')} as people
    from ${recordedBatch(tx, id)} b
  `)
  return rows[0]
}

/** `reason`: what has happened to it since the batch. The times are those before, or of a new shift its own. */
export type ShiftOfBatch = {
  id: string
  event_id: string
  role_id: string
  kind: 'created' | 'updated' | 'same' | 'removed'
  reason: 'signed_up' | 'changed' | 'gone' | null
  start_dt: string
  end_dt: string
}

/** A row without when it was written, which says nothing of what was. */
const content = (row: SQL) => sql`(${row} - 'updated_at')`

/** Compares the shifts, their assignments and their waiting lists with what the batch left. */
export async function listShiftsOfBatch(tx: OrgTx, id: string): Promise<ShiftOfBatch[]> {
  const org = sql`${tx.org}::uuid`
  const { rows } = await tx.execute<ShiftOfBatch>(sql`
    with b as materialized (select * from ${recordedBatch(tx, id)} recorded),
    shift_before as materialized (select row->>'id' as id, row from b, jsonb_array_elements(b.before->'shift') as row),
    shift_after as materialized (select row->>'id' as id, row from b, jsonb_array_elements(b.after->'shift') as row),
    left_behind as materialized (
      select row->>'id' as id, row->>'shift_id' as shift_id, row
      from b, jsonb_array_elements((b.after->'assignment') || (b.after->'waiting')) as row
    ),
    present as materialized (
      select a.id::text, a.shift_id::text, to_jsonb(a) as row from assignment a
      where a.shift_id = any(array(select id::uuid from shift_after)) and ${isOrganization(sql`a.organization_id`, org)}
      union all
      select w.id::text, w.shift_id::text, to_jsonb(w) as row from waiting w
      where w.shift_id = any(array(select id::uuid from shift_after)) and ${isOrganization(sql`w.organization_id`, org)}
    ),
    touched as materialized (
      select coalesce(left_behind.shift_id, present.shift_id) as shift_id, bool_or(left_behind.id is null) as is_joined
      from left_behind full join present on present.id = left_behind.id
      where ${content(sql`present.row`)} is distinct from ${content(sql`left_behind.row`)}
      group by 1
    )
    select coalesce(shift_after.id, shift_before.id) as id,
      coalesce(shift_before.row, shift_after.row)->>'event_id' as event_id,
      coalesce(shift_before.row, shift_after.row)->>'role_id' as role_id,
      case when shift_before.id is null then 'created' when shift_after.id is null then 'removed'
        when ${content(sql`shift_before.row`)} = ${content(sql`shift_after.row`)} then 'same' else 'updated' end as kind,
      case when shift_after.id is null then null
        when s.id is null then 'gone'
        when touched.is_joined then 'signed_up'
        when touched.shift_id is not null or ${content(sql`to_jsonb(s)`)} <> ${content(sql`shift_after.row`)} then 'changed' end as reason,
      ${isoInstant(sql`(coalesce(shift_before.row, shift_after.row)->>'start_dt')::timestamptz`)} as start_dt,
      ${isoInstant(sql`(coalesce(shift_before.row, shift_after.row)->>'end_dt')::timestamptz`)} as end_dt
    from shift_before full join shift_after on shift_after.id = shift_before.id
    left join lateral (select * from shift where id = shift_after.id::uuid offset 0) s on true
    left join touched on touched.shift_id = shift_after.id
    order by 1
  `)
  return rows
}

/** An assignment that the batch has removed, added or changed. */
export type AssignmentOfBatch = {
  id: string
  shift_id: string
  person_id: string
  status: AssignmentStatus
  kind: 'added' | 'removed' | 'changed'
  exists: boolean
  /** Whether it is as the batch left it. */
  is_untouched: boolean
  /** Whether the person is on the shift again. */
  is_back: boolean
}

/** What only counts or dates is no change. */
const COUNTERS = sql`array['version', 'calendar_sequence', 'updated_at']`

/** Of the batch `b`. */
const rowsOf = (side: 'before' | 'after') => sql`
    select row->>'id' as id, row->>'shift_id' as shift_id, row->>'person_id' as person_id, row->>'status' as status, row
    from b, jsonb_array_elements(${sql.identifier(side)}->'assignment') as row`

export async function listAssignmentsOfBatch(tx: OrgTx, id: string): Promise<AssignmentOfBatch[]> {
  const { rows } = await tx.execute<AssignmentOfBatch>(sql`
    with b as materialized (select * from ${recordedBatch(tx, id)} recorded),
    was as materialized (${rowsOf('before')}), is_now as materialized (${rowsOf('after')})
    select coalesce(was.id, is_now.id) as id, coalesce(was.shift_id, is_now.shift_id) as shift_id,
      coalesce(was.person_id, is_now.person_id) as person_id, coalesce(was.status, is_now.status) as status,
      case when was.id is null then 'added' when is_now.id is null then 'removed' else 'changed' end as kind,
      a.id is not null as exists, a.id is not null and ${content(sql`to_jsonb(a)`)} = ${content(sql`is_now.row`)} as is_untouched,
      was.id is not null and exists (
        select from assignment other where other.shift_id = was.shift_id::uuid and other.person_id = was.person_id::uuid
      ) as is_back
    from was full join is_now on is_now.id = was.id
    left join lateral (select * from assignment where id = is_now.id::uuid offset 0) a on true
    where was.row - ${COUNTERS} is distinct from is_now.row - ${COUNTERS}
    order by 1
  `)
  return rows
}

type EventOfBatch = { id: string; is_removed: boolean; is_untouched: boolean }

/** Returns the event that the batch has changed or removed, and whether it is as it left it. */
export async function findEventOfBatch(tx: OrgTx, id: string): Promise<EventOfBatch | undefined> {
  const { rows } = await tx.execute<EventOfBatch>(sql`
    select row->>'id' as id, b.after->'event' = '[]' as is_removed,
      ${content(sql`to_jsonb(e)`)} is not distinct from ${content(sql`(b.after->'event'->0)`)} as is_untouched
    from ${recordedBatch(tx, id)} b cross join lateral jsonb_array_elements(b.before->'event') as row
    left join event e on e.organization_id = ${tx.org} and e.id = (row->>'id')::uuid
  `)
  return rows[0]
}

/** Returns the shift of each recorded assignment and place in line, by its id. */
export async function listRecordedPlaces(tx: OrgTx, id: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; shift_id: string }>(sql`
    select row->>'id' as id, row->>'shift_id' as shift_id
    from ${recordedBatch(tx, id)} b cross join lateral jsonb_array_elements(
      (b.before->'assignment') || (b.before->'waiting') || (b.after->'assignment') || (b.after->'waiting')
    ) as row
  `)
  return new Map(rows.map((row) => [row.id, row.shift_id]))
}

/** Confirmed and offered places of a shift, now and before the batch, and how many there are. */
type Places = { shift_id: string; taken: number; taken_before: number; required_qty: number }

export async function listPlacesOfBatch(
  tx: OrgTx,
  id: string,
  shift_ids: readonly string[],
): Promise<Map<string, Places>> {
  const { rows } = await tx.execute<Places>(sql`
    with taken_before as materialized (
      select row->>'shift_id' as shift_id, count(*)::int as places from ${recordedBatch(tx, id)} b
      cross join lateral jsonb_array_elements((b.before->'assignment') || (b.before->'waiting')) as row
      where row->>'status' in ('CONFIRMED', 'OFFERED')
      group by 1
    )
    select s.id as shift_id, s.required_qty, (
        (select count(*) from assignment a where a.shift_id = s.id and a.status = 'CONFIRMED')
        + (select count(*) from waiting w where w.shift_id = s.id and w.status = 'OFFERED')
      )::int as taken, coalesce(b.places, 0) as taken_before
    from shift s left join taken_before b on b.shift_id = s.id::text
    where s.id = any(${sql.param([...shift_ids])}::uuid[]) and ${isOrganization(sql`s.organization_id`, sql`${tx.org}::uuid`)}
  `)
  return new Map(rows.map((row) => [row.shift_id, row]))
}
