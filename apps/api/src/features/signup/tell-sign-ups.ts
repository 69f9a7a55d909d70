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

/** D58: told of with the place that was handed over. */
const isReplacement = sql`exists (
  select from assignment g
  where g.organization_id = a.organization_id and g.shift_id = a.shift_id and g.handed_to = a.id
)`

/** D57: who has taken a place by themselves and still has it. Terms are accepted there only. */
const news: News = {
  what: 'sign-ups',
  setting: sql`sign_up_notices`,
  told_at: sql`sign_ups_told_at`,
  select: () => sql`
    select organization_id, terms_accepted_at as at, false as is_urgent
    from assignment a where terms_accepted_at is not null and status = 'CONFIRMED' and not ${isReplacement}
  `,
  tell: async (tx, to, times) =>
    tellPeopleByShift(tx, 'signed_up', await listSignUps(tx, { ...to, ...times }), { ...to, ...times }),
}

/** D57: see `tellAdministrators`. */
export const tellSignUps = (
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  notices: Exclude<AdministratorNotices, 'none'>,
  stopping?: AbortSignal,
): Promise<number> => tellAdministrators(deps, news, notices, stopping)

/**
 * Lists shifts by their start, with the people who signed up since. Above the maximum, each shift's first is taken
 * before any shift's second. `left_out` is the number of people who were not taken.
 */
async function listSignUps(
  tx: Tx,
  { organization_id, since, until }: { organization_id: string; since: string; until: string },
): Promise<PeopleByShift> {
  const { rows } = await tx.execute<PeopleOfShift & { total: number }>(sql`
    with found as (
      select p.first_name, p.last_name, a.shift_id, a.terms_accepted_at as at, a.id, count(*) over ()::int as total,
        row_number() over (partition by a.shift_id order by a.terms_accepted_at, a.id) as nth_of_shift
      from assignment a join person p on p.id = a.person_id
      where a.organization_id = ${organization_id} and a.status = 'CONFIRMED' and p.erased_at is null
        and a.terms_accepted_at > ${since} and a.terms_accepted_at <= ${until} and not ${isReplacement}
      order by nth_of_shift, a.terms_accepted_at, a.id
      limit ${MOST_TOLD}
    )
    select s.required_qty, max(found.total) as total,
      (select count(*)::int from assignment c
        where c.organization_id = ${organization_id} and c.shift_id = s.id and c.status = 'CONFIRMED') as confirmed,
      json_agg(json_build_object('first_name', found.first_name, 'last_name', found.last_name)
        order by found.at, found.id) as people,
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
