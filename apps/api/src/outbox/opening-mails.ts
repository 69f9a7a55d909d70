import { foldAddress } from '@muster/contract/rules/fold'
import { and, eq, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { ROWS_AT_ONCE } from '../db/in-batches.ts'
import { isoInstant } from '../db/iso-instant.ts'
import { openingMail } from '../db/schema.ts'
import { announce } from '../live/announce.ts'
import { isSignupOpen } from './kinds/signup-open.ts'
import type { ChannelAddress } from './suppression.ts'

/**
 * D49: enqueues the mails of events whose sign-up is open, each once. They are of no person, so the organiser's history
 * and export do not have them. Returns how many, for `untilNone`.
 */
export async function enqueueOpeningMails(tx: Tx, now: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with due as materialized (
      select m.organization_id, m.id, m.email, m.language, jsonb_build_object(
        'event_id', e.id, 'event_name', e.name, 'location', e.location, 'time_zone', e.time_zone,
        'event_date_start', ${isoInstant(sql`e.event_date_start`)},
        'organization_name', o.name,
        'contact_email', coalesce(e.contact_email, o.contact_email),
        'contact_phone', coalesce(e.contact_phone, o.contact_phone)
      ) as payload
      from opening_mail m
      join event e on e.id = m.event_id and e.organization_id = m.organization_id
      join organization o on o.id = m.organization_id and o.ended_at is null and o.paused_at is null
      where m.sent_at is null and ${isSignupOpen(now)}
      limit ${ROWS_AT_ONCE} for update of m skip locked
    ),
    told as (
      update opening_mail m set sent_at = ${now} from due
      where m.organization_id = due.organization_id and m.id = due.id
    )
    insert into account_message (id, template, payload, language, address)
    select id, 'signup_open', payload, language, email from due
  `)
  if (rowCount) announce(tx, { kind: 'outbox' })
  return rowCount ?? 0
}

/** D33 */
export async function deleteOpeningMailsOf(tx: OrgTx, addresses: readonly ChannelAddress[]): Promise<void> {
  const emails = addresses.flatMap(({ channel, address }) =>
    channel === 'EMAIL' ? foldAddress(address) : [],
  )
  await tx
    .delete(openingMail)
    .where(
      and(
        eq(openingMail.organization_id, tx.org),
        sql`${openingMail.email} = any(${sql.param(emails)}::text[])`,
      ),
    )
}
