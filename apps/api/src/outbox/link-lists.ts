import { foldName } from '@muster/contract/rules/text'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../db/client.ts'
import { groupBy } from '../db/group-by.ts'
import type { myLinksFacts } from '../mail/templates/my-links.ts'
import type { ClaimedMessage } from './claim.ts'

type Organizations = z.infer<typeof myLinksFacts>['organizations']
type Linked = Organizations[number]['shifts'][number]
type LinkedRow = Linked & Omit<Organizations[number], 'shifts'> & { organization_id: string; address: string }

/** Of one e-mail. A page of one person and event leads to the others. */
const MOST_SHIFTS = 50

export const MY_LINKS = 'my_links'

/** D40: what the address is on now, not what it was on when it asked. `empty`: nothing to send. */
export async function fillLinkLists(
  tx: Tx,
  claimed: readonly ClaimedMessage[],
): Promise<{ rows: readonly ClaimedMessage[]; empty: ReadonlySet<string> }> {
  const asked = claimed.filter(({ template }) => template === MY_LINKS)
  if (asked.length === 0) return { rows: claimed, empty: new Set() }
  const found = groupBy(await listLinked(tx, asked), ({ address }) => address)
  const organizationsOf = ({ address }: ClaimedMessage) => toOrganizations(found.get(foldName(address)) ?? [])
  return {
    rows: claimed.map((row) =>
      row.template === MY_LINKS ? { ...row, facts: { organizations: organizationsOf(row) } } : row,
    ),
    empty: new Set(asked.filter((row) => organizationsOf(row).length === 0).map(({ id }) => id)),
  }
}

function toOrganizations(rows: readonly LinkedRow[]): Organizations {
  return [...groupBy(rows.slice(0, MOST_SHIFTS), ({ organization_id }) => organization_id).values()].flatMap(
    (of_one) => {
      const [first] = of_one
      if (!first) return []
      const { organization_name, contact_email, contact_phone } = first
      return [{ organization_name, contact_email, contact_phone, shifts: of_one }]
    },
  )
}

/** Not who was picked but never asked: they do not know of it (D21). Places in line that were confirmed (D44). */
async function listLinked(tx: Tx, asked: readonly ClaimedMessage[]): Promise<LinkedRow[]> {
  const addresses = [...new Set(asked.map(({ address }) => foldName(address)))]
  const { rows } = await tx.execute<LinkedRow>(sql`
    select asked.address, o.id as organization_id, o.name as organization_name, o.contact_email, o.contact_phone,
      own.id, own.round, own.status, p.first_name,
      to_char(own.answer_by, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as answer_by,
      json_build_object(
        'start_dt', to_char(s.start_dt, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'end_dt', to_char(s.end_dt, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'role_name', r.name, 'event_name', e.name, 'time_zone', e.time_zone, 'location', e.location) as shift
    from unnest(${sql.param(addresses)}::text[]) as asked (address)
    -- The key begins with the address and a newline; only these operators use its index.
    join person p on p.identity_key ~>=~ (asked.address || chr(10)) and p.identity_key ~<~ (asked.address || chr(11))
    cross join lateral (
      select a.id, a.round, a.status, a.shift_id, case when a.status = 'INVITED' then a.token_expires_at end as answer_by
      from assignment a
      where a.person_id = p.id and a.organization_id = p.organization_id
        and (a.status in ('CONFIRMED', 'DECLINED')
          or (a.status = 'INVITED' and a.invite_sent_at is not null and a.token_expires_at > now()))
      union all
      select w.id, w.round, w.status, w.shift_id, w.offer_expires_at
      from waiting w
      where w.person_id = p.id and w.organization_id = p.organization_id and w.status in ('WAITING', 'OFFERED')
    ) own
    join shift s on s.id = own.shift_id
    join role r on r.id = s.role_id
    join event e on e.id = s.event_id
    join organization o on o.id = p.organization_id
    where p.erased_at is null and o.ended_at is null and s.end_dt > now()
    order by s.start_dt, own.id
  `)
  return rows
}
