import { type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { oneRow } from '../../db/one-row.ts'
import type { PersonRow } from '../../db/schema.ts'
import type { MergeRow } from './record-merge.ts'

/* Reads what a merge has recorded (`record-merge.ts`). Dates in it are as PostgreSQL writes them, so it compares them. */

type Part = 'kept' | 'merged' | 'assignment' | 'waiting' | 'suppression'

export const recorded = (tx: OrgTx, id: string, part: Part): SQL =>
  sql`(select (before->${part}::text)::jsonb from merge where organization_id = ${tx.org} and id = ${id})`

/** A JSON array of the rows of these ids, their links replaced as often as those of the row that was left. */
export const rowsById = (
  tx: OrgTx,
  id: string,
  part: 'assignment' | 'waiting',
  given: readonly { id: string; rise: number }[],
): SQL => sql`(
  select coalesce(jsonb_agg(row || jsonb_build_object('round', (row->>'round')::int + given.rise)), '[]')
  from jsonb_array_elements(${recorded(tx, id, part)}) as row
  join jsonb_to_recordset(${JSON.stringify(given)}) as given(id uuid, rise int) on given.id = (row->>'id')::uuid
)`

/** What both the form of the entry and a merge change. */
type Data = Pick<
  PersonRow,
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'child_team'
  | 'notes'
  | 'language'
  | 'gets_reminders'
  | 'search_text'
>

type MergeRecord = {
  /** The entry that is left, before the merge. */
  before: Data
  merged: Data
  calendar_round: number
  /** Whether the entry that is left has been changed since. */
  is_edited: boolean
  message_ids: string[]
  email_change_ids: string[]
  answer_ids: string[]
  merge_ids: string[]
  tags_of_kept: string[]
  tags_of_merged: string[]
}

const DATA = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'child_team',
  'notes',
  'language',
  'gets_reminders',
  'search_text',
]
const dataOf = (row: SQL) =>
  sql`jsonb_build_object(${sql.join(
    DATA.map((name) => sql`${sql.raw(`'${name}'`)}, ${row}->${sql.raw(`'${name}'`)}`),
    sql`, `,
  )})`

const tagsOf = (person: string) => sql`(
  select coalesce(jsonb_agg(row->'tag_id'), '[]') from jsonb_array_elements(b->'person_tag') as row
  join tag on tag.organization_id = m.organization_id and tag.id = (row->>'tag_id')::uuid
  where row->>'person_id' = b->${person}::text->>'id'
)`

export async function readRecord(tx: OrgTx, id: string): Promise<MergeRecord> {
  const { rows } = await tx.execute<MergeRecord>(sql`
    select ${dataOf(sql`b->'kept'`)} as before, ${dataOf(sql`b->'merged'`)} as merged,
      (b->'kept'->>'calendar_round')::int as calendar_round,
      ${dataOf(sql`m.after::jsonb`)} <> ${dataOf(sql`to_jsonb(p)`)} as is_edited,
      b->'message' as message_ids, b->'email_change' as email_change_ids, coalesce(b->'answer', '[]') as answer_ids, b->'merge' as merge_ids,
      ${tagsOf('kept')} as tags_of_kept, ${tagsOf('merged')} as tags_of_merged
    from merge m
    cross join lateral (select m.before::jsonb as b offset 0) rows
    join person p on p.organization_id = m.organization_id and p.id = m.person_id
    where m.organization_id = ${tx.org} and m.id = ${id}
  `)
  return oneRow(rows)
}

export type RecordedPlace = {
  id: string
  shift_id: string
  is_theirs: boolean
  status: string
  /** Whether the person who is left has it. */
  is_there: boolean
  /** Whether nobody was asked or has answered since. */
  is_as_left: boolean
  /** How often its links were replaced since. */
  rise: number
  end_dt: string
  required_qty: number
  /** As they were. Of an assignment. */
  note: string | null
  other_phone: string | null
}

const TOUCHED = {
  assignment: sql`(t.status, t.responded_at, t.invite_sent_at) is not distinct from (was.status, was.responded_at, was.invite_sent_at)`,
  waiting: sql`(t.status, t.queued_at) is not distinct from (was.status, was.queued_at)`,
}

/** Lists, by shift, the assignments or places in line that the two had. Of a shift that is gone nothing is there. */
export async function listRecordedPlaces(
  tx: OrgTx,
  { id, kept_id, merged_id }: MergeRow,
  table: 'assignment' | 'waiting',
): Promise<Map<string, { own?: RecordedPlace; theirs?: RecordedPlace }>> {
  const { rows } = await tx.execute<RecordedPlace>(sql`
    select was.id, was.shift_id, was.person_id = ${merged_id} as is_theirs, was.status,
      t.id is not null as is_there, t.id is not null and ${TOUCHED[table]} as is_as_left,
      coalesce(t.round - was.round, 0) as rise, s.end_dt, s.required_qty,
      to_jsonb(was)->>'note' as note, was.other_phone
    from jsonb_populate_recordset(null::${sql.identifier(table)}, ${recorded(tx, id, table)}) as was
    left join ${sql.identifier(table)} t
      on t.organization_id = was.organization_id and t.id = was.id and t.person_id = ${kept_id}
    left join shift s on s.organization_id = was.organization_id and s.id = was.shift_id
    order by s.start_dt, was.id
  `)
  const by_shift = new Map<string, { own?: RecordedPlace; theirs?: RecordedPlace }>()
  for (const row of rows)
    by_shift.set(row.shift_id, { ...by_shift.get(row.shift_id), [row.is_theirs ? 'theirs' : 'own']: row })
  return by_shift
}
