import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isSameAddress } from '../db/is-same-address.ts'
import { prepare } from '../db/prepare.ts'

/* V1: until when people can say whether a new time works, as the e-mail said that asked them. */

/**
 * Selects the deadline of each assignment that is asked about, from the latest of `messages` that was handed to the
 * provider by e-mail for the person's present address. Leaves out assignments that no such e-mail asks about, and
 * those that are answered. `is_since_long`: only e-mails sent long enough ago to free the place, in database time
 * like `sent_at`. `id`: this assignment only.
 */
export function selectConfirmBy(
  messages: SQL,
  { is_since_long = false, id }: { is_since_long?: boolean; id?: string | undefined } = {},
): SQL {
  const isLongAgo = is_since_long
    ? sql`and m.sent_at <= now() - make_interval(hours => ${sql.raw(String(HOURS_TO_CONFIRM))})`
    : sql``
  const isOfOne = id === undefined ? sql`` : sql`and entry->>'assignment_id' = ${id}`
  // An e-mail may name every shift of a person, so each is read once, and its entries look up their assignment by id.
  // OFFSET 0 keeps the planner from joining in another order, and the two `_cmp` from reading by other columns.
  return sql`
    select asked.id as assignment_id, max((entry->>'confirm_by')::timestamptz) as confirm_by,
      (array_agg(m.id order by entry->>'confirm_by' desc))[1] as message_id
    from message m
    cross join lateral (select email from person where id = m.person_id offset 0) p
    cross join lateral jsonb_array_elements(m.payload->'shifts') as entry
    cross join lateral (
      select a.id from assignment a
      join shift s on s.id = a.shift_id
      join event e on e.id = s.event_id and e.free_unanswered
      where a.id = (entry->>'assignment_id')::uuid and uuid_cmp(a.person_id, m.person_id) = 0
        and a.status = 'CONFIRMED' and timestamptz_cmp(a.asked_again_at, (entry->>'asked_at')::timestamptz) = 0
        and (a.responded_at is null or a.responded_at <= a.asked_again_at)
        and s.start_dt = (entry->'entry'->>'start_dt')::timestamptz
        and s.end_dt = (entry->'entry'->>'end_dt')::timestamptz
      offset 0
    ) asked
    where ${messages} and m.template = 'shift_changed' and m.channel = 'EMAIL'
      and m.status in ('SENT', 'DELIVERED') and m.digest_id is null ${isLongAgo}
      and ${isSameAddress(sql`m.address`, sql`p.email`)} and entry->>'confirm_by' is not null ${isOfOne}
    group by asked.id
  `
}

const selectConfirmByOfPeople = prepare<{ assignment_id: string; confirm_by: string }>(
  'confirm_by_of_people',
  selectConfirmBy(sql`m.person_id = any(${sql.placeholder('people')}::uuid[])`),
)

type Askable = { status: AssignmentStatus; asked_again_at: string | null; person_id: string }

/** Returns the deadlines by assignment. */
export async function listConfirmBy(
  tx: Tx,
  assignments: readonly Askable[],
): Promise<ReadonlyMap<string, string>> {
  const asked = assignments.filter(({ status, asked_again_at }) => status === 'CONFIRMED' && asked_again_at)
  if (asked.length === 0) return new Map()
  const people = [...new Set(asked.map(({ person_id }) => person_id))]
  const rows = await selectConfirmByOfPeople(tx, { people })
  return new Map(rows.map(({ assignment_id, confirm_by }) => [assignment_id, confirm_by]))
}
