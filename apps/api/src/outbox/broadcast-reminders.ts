import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isoInstant } from '../db/iso-instant.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'

/**
 * D29: writes the present times and place into claimed reminders of broadcasts. A shift that the person is no longer on
 * is left out. `ended` gives, by reminder id, why a reminder without shifts is not sent.
 */
export async function updateBroadcastReminders(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  now: string,
): Promise<{ rows: readonly ClaimedMessage[]; ended: ReadonlyMap<string, FailureCode> }> {
  const reminders = claimed.filter(({ template }) => template === 'reminder')
  if (reminders.length === 0) return { rows: claimed, ended: new Map() }
  const { rows: found } = await tx.execute<{ id: string; facts: unknown; is_changed: boolean }>(sql`
    with present as materialized (
      select m.id, m.facts as former, m.facts || ${presentFacts} as facts
      from message m
      join broadcast b on b.id = m.broadcast_id
      join event e on e.id = b.event_id
      cross join lateral (${presentShifts(now)}) own
      where m.id = any(${sql.param(reminders.map(({ id }) => id))}::uuid[]) and own.shifts is not null
    ),
    changed as (
      update message m set facts = present.facts from present
      where m.id = present.id and present.facts <> present.former
      returning m.id
    )
    select id, facts, changed.id is not null as is_changed from present left join changed using (id)
  `)
  const found_by_id = new Map(found.map((row) => [row.id, row]))
  return {
    rows: claimed.map((row) => {
      const present = found_by_id.get(row.id)
      return present?.is_changed ? { ...row, facts: present.facts, is_unwritten: true } : row
    }),
    ended: new Map(reminders.flatMap(({ id }) => (found_by_id.has(id) ? [] : [[id, 'off_shift']]))),
  }
}

/** An SMS has one link, to a remaining shift. If no remaining shift has one, the link stops SMS instead (D31). */
const presentFacts = sql`
  jsonb_build_object(
    'event', m.facts->'event' || jsonb_build_object('location', e.location, 'time_zone', e.time_zone)
      || case m.channel when 'EMAIL' then jsonb_build_object('notes', e.notes) else '{}' end,
    'shifts', own.shifts
  ) || case
    when jsonb_typeof(m.facts->'link') is distinct from 'object' then '{}'
    when own.link is null then jsonb_build_object('link', null, 'message_id', m.id)
    else jsonb_build_object('link', own.link)
  end`

/** Selects the shifts of `message m` that the person still has in the event of `broadcast b`, and the one to link to. */
const presentShifts = (now: string) => sql`
  select jsonb_agg(shift order by start_dt, id) as shifts,
    (array_agg(shift order by is_open desc, end_dt <= ${now}, start_dt, id) filter (where not is_closed))[1] as link
  from (
    select a.id, s.start_dt, s.end_dt, coalesce((named->>'is_closed')::boolean, false) as is_closed, state.is_open,
      named || jsonb_build_object('start_dt', ${isoInstant(sql`s.start_dt`)}, 'end_dt', ${isoInstant(sql`s.end_dt`)},
        'is_open', state.is_open) as shift
    from jsonb_array_elements(m.facts->'shifts') as named
    -- OFFSET 0: each is looked up by its key, whatever the planner expects.
    cross join lateral (
      select id, shift_id, status from assignment
      where id = (named->>'assignment_id')::uuid and status in ('INVITED', 'CONFIRMED') offset 0
    ) a
    cross join lateral (select start_dt, end_dt, event_id from shift where id = a.shift_id offset 0) s
    cross join lateral (select a.status = 'INVITED' and (named->>'is_open')::boolean as is_open) state
    where s.event_id = b.event_id
  ) listed`
