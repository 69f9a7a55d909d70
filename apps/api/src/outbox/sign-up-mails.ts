import { groupBy } from '@muster/contract/rules/group-by'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'
import type { FailureCode } from './failure-text.ts'
import { confirmationFacts, shiftsOf } from './kinds/confirmation.ts'
import { updateFacts } from './update-facts.ts'

/** Templates that say that the person is signed up. */
export const SAY_SIGNED_UP = ['confirmation', 'link_again']

type Row = Pick<ClaimedMessage, 'id' | 'template' | 'facts' | 'is_unwritten'>

/**
 * Removes shifts that the person has given up, and shifts that a newer confirmation names, from claimed e-mails and from
 * the messages of claimed digests. `ended` maps messages without a remaining shift to the reason.
 */
export async function dropEndedSignUps<Claimed extends Row>(
  tx: Tx,
  claimed: readonly Claimed[],
): Promise<{ rows: readonly Claimed[]; ended: ReadonlyMap<string, FailureCode> }> {
  const stale = groupBy(await listStale(tx, claimed), ({ message_id }) => message_id)
  const ended = new Map<string, FailureCode>()
  const updated = new Map<string, object>()
  for (const row of claimed) {
    const of_message = stale.get(row.id)
    const read = of_message && confirmationFacts.safeParse(row.facts)
    if (!read?.success) continue
    const dropped = new Set(of_message?.map(({ assignment_id }) => assignment_id))
    const [first, ...more] = shiftsOf(read.data).filter(({ assignment_id }) => !dropped.has(assignment_id))
    if (first) updated.set(row.id, { ...read.data, ...first, more })
    else ended.set(row.id, of_message?.some(({ is_signed_up }) => is_signed_up) ? 'superseded' : 'off_shift')
  }
  return { rows: await updateFacts(tx, claimed, updated), ended }
}

/** SQL for a query with `message m`. Selects the ids of the assignments that the message confirms. */
export const assignmentsOfMail = sql`
  select m.facts->>'assignment_id' as assignment_id
  union all
  select more->>'assignment_id'
  from jsonb_array_elements(case jsonb_typeof(m.facts->'more') when 'array' then m.facts->'more' end) as more`

type Stale = { message_id: string; assignment_id: string; is_signed_up: boolean }

/** Most claims have no stale mail. One sort finds the newest mail of each assignment: a digest may name thousands. */
async function listStale(tx: Tx, claimed: readonly Row[]): Promise<Stale[]> {
  const ids = claimed.filter(({ template }) => SAY_SIGNED_UP.includes(template)).map(({ id }) => id)
  if (ids.length === 0) return []
  const mails = sql`select person_id, created_at from message where id = any(${sql.param(ids)}::uuid[])`
  const { rows } = await tx.execute<Stale>(sql`
    with named as materialized (
      select m.organization_id, m.id as message_id, m.template, assignment_id,
        first_value(m.id) over (
          partition by m.organization_id, m.template, assignment_id order by m.created_at desc, m.id desc
        ) as newest_id
      from message m
      cross join lateral (${assignmentsOfMail}) of_mail
      where m.person_id = any(array(select person_id from (${mails}) mail))
        and m.created_at >= (select min(created_at) from (${mails}) mail)
        and m.template = any(${sql.param(SAY_SIGNED_UP)}::text[]) and m.status <> 'FAILED'
    )
    select message_id, assignment_id, a.id is not null as is_signed_up
    from named
    left join assignment a on a.id = assignment_id::uuid
      and a.status in ('CONFIRMED', 'ABSENT')
    where message_id = any(${sql.param(ids)}::uuid[])
      and (a.id is null or template = 'confirmation' and newest_id <> message_id)
  `)
  return rows
}
