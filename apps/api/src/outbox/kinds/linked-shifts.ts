import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../db/client.ts'
import { IN_LINE } from '../../db/in-line.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import type { Refresh, Waited } from './kind.ts'
import type { myLinksFacts } from './my-links.ts'

type Facts = z.infer<typeof myLinksFacts>
type Organization = Facts['organizations'][number]
type LinkedRow = Organization['shifts'][number] &
  Omit<Organization, 'shifts'> & {
    organization_id: string
    address: string
    /** Number of shifts of the address above the maximum. */
    left_out: number
  }

/** Maximum of one e-mail. */
const MOST_SHIFTS = 50

/** D40: lists the present shifts of the address, not those at the time of the request. */
export const refreshLinks: Refresh = async (tx, rows, now) => {
  const found = groupBy(await listLinked(tx, rows), ({ address }) => address)
  const linkedOf = ({ address }: Waited) => found.get(foldAddress(address)) ?? []
  return {
    rows: rows.map((row) => ({ ...row, facts: { ...toFacts(linkedOf(row)), written_at: now } })),
    ended: new Map(rows.flatMap((row) => (linkedOf(row).length === 0 ? [[row.id, 'outdated']] : []))),
  }
}

function toFacts(rows: readonly LinkedRow[]): Facts {
  const organizations = [...groupBy(rows, ({ organization_id }) => organization_id).values()].flatMap(
    (shifts) => {
      const [first] = shifts
      if (!first) return []
      const { organization_name, contact_email, contact_phone } = first
      return [{ organization_name, contact_email, contact_phone, shifts }]
    },
  )
  return { organizations, left_out: rows[0]?.left_out ?? 0 }
}

/**
 * Leaves out people who were picked but never asked: they do not know of it (D21). Includes confirmed places on
 * waiting lists (D44). Takes the first ones of each organisation, because anybody can sign the address up for many
 * shifts of their own organisation.
 */
async function listLinked(tx: Tx, asked: readonly Waited[]): Promise<LinkedRow[]> {
  const addresses = [...new Set(asked.map(({ address }) => foldAddress(address)))]
  const { rows } = await tx.execute<LinkedRow>(sql`
    select asked.address, linked.organization_id, linked.organization_name, linked.contact_email, linked.contact_phone,
      linked.id, linked.round, linked.status, linked.first_name,
      greatest(linked.total - ${MOST_SHIFTS}, 0)::int as left_out,
      ${isoInstant(sql`linked.answer_by`)} as answer_by,
      json_build_object(
        'start_dt', ${isoInstant(sql`linked.start_dt`)},
        'end_dt', ${isoInstant(sql`linked.end_dt`)},
        'role_name', r.name, 'event_name', e.name, 'time_zone', e.time_zone, 'location', e.location) as shift
    from unnest(${sql.param(addresses)}::text[]) as asked (address)
    cross join lateral (
      select own.*, p.first_name, s.start_dt, s.end_dt, s.role_id, s.event_id,
        o.id as organization_id, o.name as organization_name, o.contact_email, o.contact_phone,
        count(*) over () as total,
        row_number() over (partition by o.id order by s.start_dt, own.id) as nth_of_organization
      from person p
      cross join lateral (
        select a.id, a.round, a.shift_id,
          case when a.status = 'DECLINED' and a.freed_unanswered then 'FREED' else a.status end as status,
          case when a.status = 'INVITED' then a.token_expires_at end as answer_by
        from assignment a
        where a.person_id = p.id
          and (a.status in ('CONFIRMED', 'DECLINED')
            or (a.status = 'INVITED' and a.invite_sent_at is not null and a.token_expires_at > now()))
        union all
        select w.id, w.round, w.shift_id, w.status, w.offer_expires_at
        from waiting w
        where w.person_id = p.id and w.status ${IN_LINE}
      ) own
      join shift s on s.id = own.shift_id
      join organization o on o.id = p.organization_id
      -- The key begins with the address and a newline; only these operators use its index.
      where p.identity_key ~>=~ (asked.address || chr(10)) and p.identity_key ~<~ (asked.address || chr(11))
        and p.erased_at is null and o.ended_at is null and s.end_dt > now()
      order by nth_of_organization, s.start_dt, own.id
      limit ${MOST_SHIFTS}
    ) linked
    join role r on r.id = linked.role_id
    join event e on e.id = linked.event_id
    order by linked.start_dt, linked.id
  `)
  return rows
}
