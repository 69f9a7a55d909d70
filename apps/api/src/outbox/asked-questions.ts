import { confirmBy, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../db/client.ts'
import { shiftChangedFacts } from '../mail/templates/shift-changed.ts'
import type { ClaimedMessage } from './claim.ts'

/* V1: the e-mails that ask whether a new time works, and say by when to answer. */

type Facts = z.infer<typeof shiftChangedFacts>
type AskedShift = Facts['shifts'][number]

/** In the claim's transaction: the time to answer begins when the e-mail leaves. */
export async function updateQuestions(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
  now: string,
): Promise<readonly ClaimedMessage[]> {
  const asking = new Map(claimed.flatMap((row) => readQuestions(row) ?? []))
  if (asking.size === 0) return claimed
  const freed = await listFreed(tx, [...asking.values()])
  const update = (shift: AskedShift): AskedShift => ({
    ...shift,
    confirm_by: freed.has(shift.assignment_id) ? confirmBy(shift.entry, now) : null,
  })
  const updated = new Map(
    [...asking].map(([id, { facts }]) => {
      const [first, ...more] = facts.shifts
      return [id, { ...facts, shifts: [update(first), ...more.map(update)] }] as const
    }),
  )
  const rows = [...updated].map(([id, facts]) => ({ id, facts }))
  await tx.execute(sql`
    update message m set facts = given.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, facts jsonb)
    where m.id = given.id
  `)
  // A claim after a refusal has a later time, and the history says it too.
  return claimed.map((row) => {
    const facts = updated.get(row.id)
    return facts ? { ...row, facts, is_unwritten: true } : row
  })
}

type Question = { organization_id: string | null; facts: Facts }

function readQuestions({
  id,
  organization_id,
  channel,
  template,
  facts,
}: ClaimedMessage): [string, Question][] | undefined {
  if (channel !== 'EMAIL' || template !== 'shift_changed') return undefined
  const read = shiftChangedFacts.safeParse(facts)
  const asks = read.success && read.data.shifts.some(({ asks_again }) => asks_again)
  return asks ? [[id, { organization_id, facts: read.data }]] : undefined
}

/** Ids of assignments whose event frees the place, and that are asked what the e-mail asks. */
async function listFreed(tx: Tx, questions: readonly Question[]): Promise<Set<string>> {
  const asked = questions.flatMap(({ organization_id, facts }) =>
    facts.shifts.map(({ assignment_id, asked_at, entry: { start_dt, end_dt } }) => ({
      organization_id,
      assignment_id,
      asked_at,
      start_dt,
      end_dt,
    })),
  )
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (
      organization_id uuid, assignment_id uuid, asked_at timestamptz, start_dt timestamptz, end_dt timestamptz
    )
    join assignment a on a.organization_id = asked.organization_id and a.id = asked.assignment_id
      and a.status = 'CONFIRMED' and a.asked_again_at = asked.asked_at
    join shift s on s.id = a.shift_id and s.start_dt = asked.start_dt and s.end_dt = asked.end_dt
    join event e on e.id = s.event_id and e.free_unanswered
  `)
  return new Set(rows.map(({ id }) => id))
}

/**
 * By when an assignment is to be answered about, as the e-mail says that was handed over for the address that the person has.
 * Null: asked by no such e-mail, or answered. `since_long`: long enough to free the place, in database time as `sent_at`.
 */
export function confirmByOf(
  { assignment, person }: { assignment: string; person: string },
  { since_long = false }: { since_long?: boolean } = {},
): SQL<string | null> {
  const [a, p] = [sql.raw(assignment), sql.raw(person)]
  const isLongAgo = since_long
    ? sql`and m.sent_at <= now() - make_interval(hours => ${sql.raw(String(HOURS_TO_CONFIRM))})`
    : sql``
  return sql<string | null>`
    case when ${a}.asked_again_at is not null and ${a}.status = 'CONFIRMED'
      and (${a}.responded_at is null or ${a}.responded_at <= ${a}.asked_again_at)
    then (
      select max((asked->>'confirm_by')::timestamptz)
      from message m
      cross join lateral jsonb_array_elements(m.facts->'shifts') as asked
      join shift asked_shift on asked_shift.id = ${a}.shift_id
      join event asked_event on asked_event.id = asked_shift.event_id and asked_event.free_unanswered
      where m.person_id = ${p}.id and m.address = ${p}.email and m.template = 'shift_changed' and m.channel = 'EMAIL'
        and m.status in ('SENT', 'DELIVERED') and m.digest_id is null ${isLongAgo}
        and asked->>'assignment_id' = ${a}.id::text
        and (asked->>'asked_at')::timestamptz = ${a}.asked_again_at
        and (asked->'entry'->>'start_dt')::timestamptz = asked_shift.start_dt
        and (asked->'entry'->>'end_dt')::timestamptz = asked_shift.end_dt
    ) end`
}
