import type { Language } from '@muster/contract/language'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { OrgTx } from '../../db/client.ts'
import { isOrganization } from '../../db/in-organization.ts'
import { organization, person } from '../../db/schema.ts'
import { FEED_TEXT_LENGTH } from '../../mail/calendar.ts'
import { type CalendarEntry, calendarEntryOf } from '../../mail/calendar-entry.ts'

export type FeedOwner = {
  calendar_round: number
  event_feed_rounds: Record<string, number>
  organization_name: string
  language: Language
}

export async function findFeedOwner(tx: OrgTx, person_id: string): Promise<FeedOwner | undefined> {
  const [found] = await tx
    .select({
      calendar_round: person.calendar_round,
      event_feed_rounds: person.event_feed_rounds,
      organization_name: organization.name,
      language: sql<Language>`coalesce(${person.language}, ${organization.language})`,
    })
    .from(person)
    .innerJoin(organization, eq(organization.id, person.organization_id))
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id), isNull(person.erased_at)))
  return found
}

const MOST_ENTRIES = 400

/**
 * V2: lists CONFIRMED shifts by start, of all events or one, at most 400: the next ones, then the latest of those that
 * are over. A text has one character more than a feed shows, so that the writer knows that it is longer. The stamp changes with the answer only,
 * so that an unchanged feed has the same bytes.
 */
export async function listFeedEntries(
  tx: OrgTx,
  { person_id, event_id }: { person_id: string; event_id: string | undefined },
  { ended_after, now }: { ended_after: string; now: string },
): Promise<CalendarEntry[]> {
  const { rows } = await tx.execute<{ entry: CalendarEntry }>(sql`
    select entry from (
      select ${calendarEntryOf(sql`coalesce(a.responded_at, a.created_at)`)} || jsonb_build_object(
          'note', ${startOf(sql`s.note`)}, 'role_description', ${startOf(sql`r.description`)}, 'notes', ${startOf(sql`e.notes`)}) as entry,
        s.start_dt, s.id
      from assignment a
      join shift s on s.id = a.shift_id
      join role r on r.id = s.role_id
      join event e on e.id = s.event_id
      join organization o on o.id = a.organization_id
      where a.person_id = ${person_id} and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)} and a.status = 'CONFIRMED'
        and s.end_dt > ${ended_after}${event_id === undefined ? sql`` : sql` and uuid_cmp(s.event_id, ${event_id}) = 0`}
      order by s.end_dt <= ${now}, abs(extract(epoch from s.start_dt - ${now}::timestamptz)), s.id
      limit ${MOST_ENTRIES}
    ) nearest
    order by start_dt, id
  `)
  return rows.map(({ entry }) => entry)
}

const startOf = (text: SQL) => sql`left(${text}, ${FEED_TEXT_LENGTH + 1})`

/** Changes the address of the feed of one event: the former one stops working. */
export async function renewEventFeed(
  tx: OrgTx,
  { person_id, event_id }: { person_id: string; event_id: string },
): Promise<void> {
  await tx
    .update(person)
    .set({
      event_feed_rounds: sql`${person.event_feed_rounds} || jsonb_build_object(${event_id}::text,
        coalesce((${person.event_feed_rounds} ->> ${event_id})::int, 0) + 1)`,
    })
    .where(and(eq(person.organization_id, tx.org), eq(person.id, person_id)))
}
