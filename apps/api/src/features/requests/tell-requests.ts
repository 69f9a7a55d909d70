import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type News, tellAdministrators } from '../../outbox/tell-administrators.ts'
import {
  type PeopleByShift,
  type PeopleOfShift,
  tellPeopleByShift,
} from '../../outbox/tell-people-by-shift.ts'
import { MOST_TOLD } from '../../outbox/told-shift.ts'

/** D57: who asks for a place and has no answer yet. */
const news: News = {
  what: 'requests',
  setting: sql`request_notices`,
  told_at: sql`requests_told_at`,
  select: (until) => sql`
    select q.organization_id, q.created_at as at, false as is_urgent
    from request q join shift s on s.id = q.shift_id
    where s.start_dt > ${until}
  `,
  tell: async (tx, to, times) =>
    tellPeopleByShift(tx, 'requested', await listAsked(tx, { ...to, ...times }), { ...to, ...times }),
}

/** D57: see `tellAdministrators`. */
export const tellRequests = (
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  notices: Exclude<AdministratorNotices, 'none'>,
  stopping?: AbortSignal,
): Promise<number> => tellAdministrators(deps, news, notices, stopping)

/**
 * Lists shifts by their start, with the people who have asked since. Above the maximum, each shift's first is taken
 * before any shift's second. `left_out` is the number of people who were not taken.
 */
async function listAsked(
  tx: Tx,
  {
    organization_id,
    since,
    until,
    now,
  }: { organization_id: string; since: string; until: string; now: string },
): Promise<PeopleByShift> {
  const { rows } = await tx.execute<PeopleOfShift & { total: number }>(sql`
    with found as (
      select q.first_name, q.last_name, q.shift_id, q.created_at as at, q.place, q.id, count(*) over ()::int as total,
        row_number() over (partition by q.shift_id order by q.created_at, q.place, q.id) as nth_of_shift
      from request q join shift s on s.id = q.shift_id
      where q.organization_id = ${organization_id} and q.created_at > ${since} and q.created_at <= ${until}
        and s.start_dt > ${now}
      order by nth_of_shift, q.created_at, q.place, q.id
      limit ${MOST_TOLD}
    )
    select s.required_qty, max(found.total) as total,
      (select count(*)::int from assignment c
        where c.organization_id = ${organization_id} and c.shift_id = s.id and c.status = 'CONFIRMED') as confirmed,
      json_agg(json_build_object('first_name', found.first_name, 'last_name', found.last_name)
        order by found.at, found.place, found.id) as people,
      json_build_object('start_dt', s.start_dt, 'end_dt', s.end_dt, 'role_name', r.name, 'event_name', e.name,
        'time_zone', e.time_zone, 'location', e.location) as shift
    from found
    join shift s on s.id = found.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    group by s.id, s.start_dt, s.end_dt, s.required_qty, r.name, e.name, e.time_zone, e.location
    order by s.start_dt, s.id
  `)
  const named = rows.reduce((sum, { people }) => sum + people.length, 0)
  return { shifts: rows.map(({ total: _total, ...each }) => each), left_out: (rows[0]?.total ?? 0) - named }
}
