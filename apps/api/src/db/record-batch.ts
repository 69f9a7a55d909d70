import { BATCH_UNDO_MS } from '@muster/contract/rules/batch-undo'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from './client.ts'
import { deleteBatch } from './in-batches.ts'
import { isOrganization } from './in-organization.ts'
import { oneRow } from './one-row.ts'
import { assignment, batch, event, shift } from './schema.ts'

/* D46: a change that can be undone records its rows as they were and as it left them. `undo-batch.ts` restores them. */

/** Rows by table: those of the events, but of their shifts only the named ones, with all on them. */
export type Recorded = { event_ids?: readonly string[]; shift_ids: readonly string[] }

/** Two shifts of a person that overlapped before. */
export type Overlap = { person_id: string; shift_ids: readonly string[] }

type Batch = Recorded & { of_events: Iterable<string>; overlaps?: readonly Overlap[] }

/** Call it once all is locked, before anything is written. */
export async function beginBatch(
  tx: OrgTx,
  id: string,
  { of_events, overlaps = [], ...recorded }: Batch,
): Promise<void> {
  await tx.insert(batch).values({ organization_id: tx.org, id, event_ids: [...new Set(of_events)] })
  await tx.execute(sql`
    update batch set before = ${rowsOf(tx, recorded, overlaps)} where organization_id = ${tx.org} and id = ${id}
  `)
}

/** Call it after the last write. From now on the batch can be undone. */
export async function endBatch(tx: OrgTx, id: string, recorded: Recorded): Promise<void> {
  await tx.execute(sql`
    update batch set after = ${rowsOf(tx, recorded)}, created_at = clock_timestamp()
    where organization_id = ${tx.org} and id = ${id}
  `)
}

/** D65: messages that the batch has taken into its own are restored with it. */
export async function recordTaken(tx: OrgTx, id: string, messages: readonly unknown[]): Promise<void> {
  await tx.execute(sql`
    update batch
    set before = jsonb_set(before::jsonb, '{message}', (before->'message')::jsonb || ${JSON.stringify(messages)}::jsonb)
    where organization_id = ${tx.org} and id = ${id}
  `)
}

/** The recorded rows, once as `jsonb`. They are stored as `json`, which is written three times as fast (measured). */
export const recordedBatch = (tx: OrgTx, id: string): SQL => sql`(
  select before::jsonb as before, after::jsonb as after from batch
  where organization_id = ${tx.org} and id = ${id} offset 0
)`

type Table =
  | 'event'
  | 'role'
  | 'answer'
  | 'member_lead'
  | 'api_key'
  | 'shift'
  | 'assignment'
  | 'waiting'
  | 'request'
  | 'message'

/** Inserts rows that are gone, one version later. `where`: a condition on `restored`. */
export async function restoreRows(
  tx: OrgTx,
  { batch_id, table, where = sql`true` }: { batch_id: string; table: Table; where?: SQL },
): Promise<void> {
  const later = sql`jsonb_strip_nulls(jsonb_build_object('version', (row->>'version')::int + 1,
    'calendar_sequence', (row->>'calendar_sequence')::int + 1))`
  await tx.execute(sql`
    insert into ${sql.identifier(table)}
    select restored.* from ${recordedBatch(tx, batch_id)} b
    cross join lateral jsonb_array_elements(b.before->${table}) as row
    cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, row || ${later}) as restored
    where ${where}
    on conflict do nothing
  `)
}

/**
 * Sets every column of present rows, which must all be recorded, to what it was, one version later. `where`: a condition
 * on them, as `t`, with one index. Reads each row under its id, as `valuesById` does.
 */
export async function restoreColumns(
  tx: OrgTx,
  { batch_id, table, where }: { batch_id: string; table: 'event' | 'shift' | 'assignment'; where: SQL },
): Promise<void> {
  const columns = Object.values(getTableColumns({ event, shift, assignment }[table])).flatMap(({ name }) =>
    KEPT_COLUMNS.includes(name) ? [] : sql.identifier(name),
  )
  const values = columns.map((column) =>
    COUNTERS.includes(column.value) ? sql`t.${column} + 1` : sql`was.${column}`,
  )
  // As text, which is not parsed here.
  const { rows } = await tx.execute<{ by_id: string }>(sql`
    select coalesce(jsonb_object_agg(row->>'id', row), '{}')::text as by_id
    from ${recordedBatch(tx, batch_id)} b cross join lateral jsonb_array_elements(b.before->${table}) as row
  `)
  await tx.execute(sql`
    update ${sql.identifier(table)} t set (${sql.join(columns, sql`, `)}) = (
      select ${sql.join(values, sql`, `)}
      from jsonb_populate_record(null::${sql.identifier(table)}, recorded.by_id->t.id::text) as was
    )
    from (select ${oneRow(rows).by_id}::jsonb as by_id) recorded
    where ${where} and ${isOrganization(sql`t.organization_id`, sql`${tx.org}::uuid`)}
  `)
}

const KEPT_COLUMNS = ['organization_id', 'id', 'created_at']
/** They never fall: a client or a calendar may know the present one. */
const COUNTERS = ['version', 'calendar_sequence']
/** D33 */
export async function eraseFromBatches(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  const ids = sql.param(person_ids)
  // A request (D52) has no person_id, but the name and the address of the person: it is found by its identity_key.
  const isTheirs = sql`coalesce(row->>'person_id' = any(${ids}::text[]) or row->>'identity_key' in (
    select identity_key from person where organization_id = ${tx.org} and id = any(${ids}::uuid[])
  ), false)`
  const without = (rows: SQL) => sql`(
    select jsonb_object_agg(of_table.key, coalesce(
      (select jsonb_agg(row) from jsonb_array_elements(of_table.value) as row where not ${isTheirs}), '[]'
    )) from jsonb_each(${rows}::jsonb) as of_table
  )`
  await tx.execute(sql`
    update batch set before = ${without(sql`before`)}, after = ${without(sql`after`)}
    where organization_id = ${tx.org} and before is not null
  `)
}

/** D60: an undo gives the places back to the entry that is left. */
export async function moveInBatches(tx: OrgTx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.execute(sql`
    update batch set before = replace(before::text, ${from}, ${to})::json, after = replace(after::text, ${from}, ${to})::json
    where organization_id = ${tx.org} and before is not null
  `)
}

const UNDO_TIME = sql`${BATCH_UNDO_MS} * interval '1 millisecond'`

export const isUndoable = sql`created_at > clock_timestamp() - ${UNDO_TIME}`

/** Forgets the rows, which are about people, of batches that can no longer be undone. */
export async function forgetBatches(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update batch set before = null, after = null
    where ctid = any(array(
      select ctid from batch where created_at <= now() - ${UNDO_TIME} and before is not null for update skip locked
    ))
  `)
  return rowCount ?? 0
}

export const sweepBatches = (tx: Tx): Promise<number> =>
  deleteBatch(tx, batch, sql`${batch.created_at} < now() - interval '24 hours'`)

function rowsOf(tx: OrgTx, { event_ids = [], shift_ids }: Recorded, overlaps: readonly Overlap[] = []): SQL {
  const of_events = sql`any(${sql.param([...event_ids])}::uuid[])`
  const of_shifts = sql`any(${sql.param([...shift_ids])}::uuid[])`
  const inOrg = isOrganization(sql`t.organization_id`, sql`${tx.org}::uuid`)
  const rows = (table: string, condition: SQL) =>
    sql`(select coalesce(json_agg(t), '[]') from ${sql.identifier(table)} t where ${condition} and ${inOrg})`
  return sql`json_build_object(
    'event', ${rows('event', sql`t.id = ${of_events}`)},
    'role', ${rows('role', sql`t.event_id = ${of_events}`)},
    'answer', ${rows('answer', sql`t.event_id = ${of_events}`)},
    'member_lead', ${rows('member_lead', sql`t.role_id = any(array(select id from role where event_id = ${of_events}))`)},
    'api_key', ${rows('api_key', sql`t.event_id = ${of_events}`)},
    'shift', ${rows('shift', sql`t.id = ${of_shifts}`)},
    'assignment', ${rows('assignment', sql`t.shift_id = ${of_shifts}`)},
    'waiting', ${rows('waiting', sql`t.shift_id = ${of_shifts}`)},
    'request', ${rows('request', sql`t.shift_id = ${of_shifts}`)},
    'message', '[]'::json,
    'overlap', ${JSON.stringify(overlaps)}::json
  )`
}
