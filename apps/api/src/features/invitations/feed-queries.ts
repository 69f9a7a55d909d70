import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { oneRow } from '../../db/one-row.ts'
import { organization, person } from '../../db/schema.ts'
import { type CalendarEntry, calendarEntryOf, FEED_TEXT_LENGTH } from '../../mail/calendar.ts'

export async function findFeedOwner(
  tx: OrgTx,
  person_id: string,
): Promise<{ calendar_round: number; organization_name: string } | undefined> {
  const [found] = await tx
    .select({ calendar_round: person.calendar_round, organization_name: organization.name })
    .from(person)
    .innerJoin(organization, eq(organization.id, person.organization_id))
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id), isNull(person.erased_at)))
  return found
}

const MOST_ENTRIES = 400

/**
 * V2: lists CONFIRMED shifts by start, at most 400: the next ones, then the latest of those that are over. A text has
 * one character more than a feed shows, so that the writer knows that it is longer. The stamp changes with the answer only,
 * so that an unchanged feed has the same bytes.
 */
export async function listFeedEntries(
  tx: OrgTx,
  person_id: string,
  { ended_after, now }: { ended_after: string; now: string },
): Promise<CalendarEntry[]> {
  const { rows } = await tx.execute<{ entry: CalendarEntry }>(sql`
    select entry from (
      select ${calendarEntryOf(sql`coalesce(a.responded_at, a.created_at)`)} || jsonb_build_object(
          'role_description', ${startOf(sql`r.description`)}, 'notes', ${startOf(sql`e.notes`)}) as entry,
        s.start_dt, s.id
      from assignment a
      join shift s on s.id = a.shift_id
      join role r on r.id = s.role_id
      join event e on e.id = s.event_id
      join organization o on o.id = a.organization_id
      where a.person_id = ${person_id} and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)} and a.status = 'CONFIRMED'
        and s.end_dt > ${ended_after}
      order by s.end_dt <= ${now}, abs(extract(epoch from s.start_dt - ${now}::timestamptz)), s.id
      limit ${MOST_ENTRIES}
    ) nearest
    order by start_dt, id
  `)
  return rows.map(({ entry }) => entry)
}

const startOf = (text: SQL) => sql`left(${text}, ${FEED_TEXT_LENGTH + 1})`

/** Changes the address of the feed: the former one stops working. */
export async function renewCalendarRound(tx: OrgTx, person_id: string): Promise<number> {
  const renewed = await tx
    .update(person)
    .set({ calendar_round: sql`${person.calendar_round} + 1` })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id)))
    .returning({ calendar_round: person.calendar_round })
  return oneRow(renewed).calendar_round
}
