import { isDeepStrictEqual } from 'node:util'
import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import { confirmBy, HOURS_TO_CONFIRM } from '@muster/contract/rules/unanswered-move'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../db/client.ts'
import { isSameAddress } from '../db/is-same-address.ts'
import { prepare } from '../db/prepare.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { shiftChangedFacts } from './kinds/shift-changed.ts'
import { updateFacts } from './update-facts.ts'

/* V1: the e-mails that ask whether a new time works, and say by when to answer. */

type Facts = z.infer<typeof shiftChangedFacts>
type AskedShift = Facts['shifts'][number]

type Waited = Pick<ClaimedMessage, 'id' | 'channel' | 'template' | 'facts' | 'is_unwritten'>

/**
 * Updates e-mails that waited. A shift whose question the person has answered is no longer asked about. A shift that the
 * person has given up is left out. `ended` gives, by e-mail id, why an e-mail without shifts is not sent.
 */
export async function dropAnsweredQuestions<Row extends Waited>(
  tx: Tx,
  claimed: readonly Row[],
): Promise<{ rows: readonly Row[]; ended: ReadonlyMap<string, FailureCode> }> {
  const asking = new Map(claimed.flatMap((row) => readQuestions(row) ?? []))
  const ended = new Map<string, FailureCode>()
  if (asking.size === 0) return { rows: claimed, ended }
  const isOpen = await readOpen(tx, [...asking.values()])
  const updated = new Map<string, Facts>()
  for (const [id, facts] of asking) {
    const [first, ...more] = facts.shifts.flatMap((shift) => {
      if (!shift.asks_again) return shift
      const asks_again = isOpen.get(shift.assignment_id)
      return asks_again === undefined ? [] : { ...shift, asks_again }
    })
    const shifts = first && ([first, ...more] satisfies Facts['shifts'])
    if (!shifts) ended.set(id, 'off_shift')
    else if (!isDeepStrictEqual(shifts, facts.shifts)) updated.set(id, { ...facts, shifts })
  }
  return { rows: await updateFacts(tx, claimed, updated), ended }
}

/** Returns whether the question is open, by assignment. Leaves out people who are not on the shift. */
async function readOpen(tx: Tx, questions: readonly Facts[]): Promise<ReadonlyMap<string, boolean>> {
  const asked = questions.flatMap(({ shifts }) =>
    shifts.flatMap(({ asks_again, assignment_id, asked_at }) =>
      asks_again ? { assignment_id, asked_at } : [],
    ),
  )
  const { rows } = await tx.execute<{ id: string; is_open: boolean }>(sql`
    select a.id, a.asked_again_at is not distinct from asked.asked_at as is_open
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (assignment_id uuid, asked_at timestamptz)
    join assignment a on a.id = asked.assignment_id and a.status in ('CONFIRMED', 'ABSENT')
  `)
  return new Map(rows.map(({ id, is_open }) => [id, is_open]))
}

/** Runs in the claim's transaction, because the time to answer begins when the e-mail is sent. */
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
    [...asking].map(([id, facts]) => {
      const [first, ...more] = facts.shifts
      return [id, { ...facts, shifts: [update(first), ...more.map(update)] }] as const
    }),
  )
  return updateFacts(tx, claimed, updated)
}

function readQuestions({ id, channel, template, facts }: Waited): [string, Facts][] | undefined {
  if (channel !== 'EMAIL' || template !== 'shift_changed') return undefined
  const read = shiftChangedFacts.safeParse(facts)
  const asks = read.success && read.data.shifts.some(({ asks_again }) => asks_again)
  return asks ? [[id, read.data]] : undefined
}

/** Returns ids of assignments whose event frees the place, and to which the question of the e-mail still applies. */
async function listFreed(tx: Tx, questions: readonly Facts[]): Promise<Set<string>> {
  const asked = questions.flatMap(({ shifts }) =>
    shifts.map(({ assignment_id, asked_at, entry: { start_dt, end_dt } }) => ({
      assignment_id,
      asked_at,
      start_dt,
      end_dt,
    })),
  )
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id
    from jsonb_to_recordset(${JSON.stringify(asked)}) as asked (
      assignment_id uuid, asked_at timestamptz, start_dt timestamptz, end_dt timestamptz
    )
    join assignment a on a.id = asked.assignment_id
      and a.status = 'CONFIRMED' and a.asked_again_at = asked.asked_at
    join shift s on s.id = a.shift_id and s.start_dt = asked.start_dt and s.end_dt = asked.end_dt
    join event e on e.id = s.event_id and e.free_unanswered
  `)
  return new Set(rows.map(({ id }) => id))
}

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
  // OFFSET 0 keeps the planner from joining in another order.
  return sql`
    select asked.id as assignment_id, max((entry->>'confirm_by')::timestamptz) as confirm_by,
      (array_agg(m.id order by entry->>'confirm_by' desc))[1] as message_id
    from message m
    join person p on p.id = m.person_id
    cross join lateral jsonb_array_elements(m.facts->'shifts') as entry
    cross join lateral (
      select a.id from assignment a
      join shift s on s.id = a.shift_id
      join event e on e.id = s.event_id and e.free_unanswered
      where a.id = (entry->>'assignment_id')::uuid and uuid_cmp(a.person_id, m.person_id) = 0
        and a.status = 'CONFIRMED' and a.asked_again_at = (entry->>'asked_at')::timestamptz
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
