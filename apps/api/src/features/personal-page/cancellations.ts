import type { Disowned } from '@muster/contract/rules/answer-change'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { MOST_TOLD, type ToldShift } from '../../outbox/told-shift.ts'

/** Selects cancelled places and unread answers by SMS (D31), in the columns of `News`. */
export const selectCancellationNews = (until: string) => sql`
  select a.organization_id, a.cancelled_at as at, s.start_dt > ${until} and s.start_dt < ${until}::timestamptz + ${URGENT}
    and s.required_qty > (
      select count(*) from assignment c
      where c.organization_id = a.organization_id and c.shift_id = a.shift_id and c.status = 'CONFIRMED'
    ) as is_urgent
  from assignment a join shift s on s.organization_id = a.organization_id and s.id = a.shift_id
  where a.cancelled_at is not null
  union all
  select organization_id, created_at, false from message where is_unread
`

/** D57: before the start of a shift that falls below its number. */
const URGENT = sql`interval '48 hours'`

type Cancellation = ToldShift & {
  first_name: string
  last_name: string
  reason: string | null
  /** V1: true if they did not answer. */
  is_unanswered: boolean
  /** D28: given up by "Wasn't it you?" */
  disowned: Disowned | null
  /** D58: the place was handed over. */
  is_handed_over: boolean
  /** D58: who has it now. Null if they have left it again. */
  taker: { first_name: string; last_name: string } | null
}

/**
 * Lists cancellations by the shift's start; shifts that have begun come last. Above the maximum, each shift's first
 * is taken before any shift's second, because strangers can sign up for one shift and cancel any number of times.
 * `left_out` is the number that was not taken.
 */
export async function listCancellations(
  tx: Tx,
  {
    organization_id,
    since,
    until,
    now,
  }: { organization_id: string; since: string; until: string; now: string },
): Promise<{ cancellations: Cancellation[]; left_out: number }> {
  const { rows } = await tx.execute<Cancellation & { total: number }>(sql`
    select found.first_name, found.last_name, found.reason, found.is_unanswered, found.disowned, found.is_handed_over, found.taker,
      found.required_qty, found.total,
      (select count(*)::int from assignment c
        where c.organization_id = ${organization_id} and c.shift_id = found.shift_id and c.status = 'CONFIRMED') as confirmed,
      json_build_object('start_dt', found.start_dt, 'end_dt', found.end_dt, 'role_name', r.name, 'event_name', e.name,
        'time_zone', e.time_zone, 'location', e.location) as shift
    from (
      select p.first_name, p.last_name, a.id, a.shift_id, a.cancelled_at, a.cancel_reason as reason,
        a.freed_unanswered as is_unanswered, a.disowned, a.handed_to is not null as is_handed_over,
        case when t.id is not null then json_build_object('first_name', t.first_name, 'last_name', t.last_name) end as taker,
        s.required_qty, s.start_dt, s.end_dt, s.role_id, s.event_id,
        s.start_dt <= ${now} as has_begun, count(*) over ()::int as total,
        row_number() over (partition by a.shift_id order by a.cancelled_at, a.id) as nth_of_shift
      from assignment a
      join person p on p.id = a.person_id
      join shift s on s.id = a.shift_id
      left join assignment taking on taking.organization_id = a.organization_id and taking.id = a.handed_to
        and taking.status = 'CONFIRMED'
      left join person t on t.organization_id = a.organization_id and t.id = taking.person_id and t.erased_at is null
      where a.organization_id = ${organization_id} and a.cancelled_at > ${since} and a.cancelled_at <= ${until}
        and p.erased_at is null
      order by has_begun, nth_of_shift, s.start_dt, a.id
      limit ${MOST_TOLD}
    ) found
    join role r on r.id = found.role_id
    join event e on e.id = found.event_id
    order by found.has_begun, found.start_dt, found.cancelled_at, found.id
  `)
  const cancellations = rows.map(({ total: _total, ...each }) => each)
  return { cancellations, left_out: (rows[0]?.total ?? 0) - rows.length }
}

type SmsAnswer = { first_name: string; last_name: string; text: string }

const MOST_ANSWERS = 20

/** D31: lists the unread inbound SMS, oldest first. */
export async function listSmsAnswers(
  tx: Tx,
  { organization_id, since, until }: { organization_id: string; since: string; until: string },
): Promise<{ answers: SmsAnswer[]; left_out: number }> {
  const { rows } = await tx.execute<SmsAnswer & { total: number }>(sql`
    select p.first_name, p.last_name, m.body_text as text, count(*) over ()::int as total
    from message m join person p on p.id = m.person_id
    where m.is_unread and m.organization_id = ${organization_id} and m.created_at > ${since} and m.created_at <= ${until}
      and p.erased_at is null
    order by m.created_at, m.id
    limit ${MOST_ANSWERS}
  `)
  const answers = rows.map(({ total: _total, ...each }) => each)
  return { answers, left_out: (rows[0]?.total ?? 0) - rows.length }
}
