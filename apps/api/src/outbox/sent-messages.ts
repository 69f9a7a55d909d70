import { foldAddress } from '@muster/contract/rules/fold'
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { inOrganization } from '../db/in-organization.ts'
import { isAnyOf } from '../db/is-any-of.ts'
import { message } from '../db/schema.ts'
import type { ChannelAddress } from './suppression.ts'

/** Returns true if a message waits or is being sent. */
export async function hasUnsentMessages(tx: Tx, organization_id: string): Promise<boolean> {
  const unsent = await tx
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.organization_id, organization_id), inArray(message.status, ['QUEUED', 'SENDING'])))
    .limit(1)
  return unsent.length > 0
}

/** Returns the people to whom SMS were sent and never an email (D21). */
export async function listSmsOnly(tx: OrgTx, person_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ person_id: message.person_id })
    .from(message)
    .where(and(inOrganization(tx, message), isAnyOf(message.person_id, person_ids), wasSent()))
    .groupBy(message.person_id)
    .having(sql`bool_and(${message.channel} = 'SMS')`)
  return new Set(rows.flatMap(({ person_id }) => person_id ?? []))
}

/** Returns those of the people to whom an SMS was sent since. */
export async function listTextedSince(
  tx: OrgTx,
  person_ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ person_id: message.person_id })
    .from(message)
    .where(
      and(
        inOrganization(tx, message),
        isAnyOf(message.person_id, person_ids),
        eq(message.channel, 'SMS'),
        eq(message.direction, 'OUTBOUND'),
        gte(message.sent_at, since),
      ),
    )
  return new Set(rows.flatMap(({ person_id }) => person_id ?? []))
}

export async function listMentioned(tx: OrgTx, person_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({
      assignment_ids: sql<string[]>`jsonb_path_query_array(${message.payload}, '$.**.assignment_id')`,
    })
    .from(message)
    .where(and(inOrganization(tx, message), isAnyOf(message.person_id, person_ids), wasSent()))
  return new Set(rows.flatMap(({ assignment_ids }) => assignment_ids))
}

/**
 * Returns those of the assignments that a message has asked about. Locks the messages, which waits for a worker that is
 * claiming them: afterwards each has left, or will read the changes of this transaction.
 */
export async function lockReached(
  tx: OrgTx,
  assignments: readonly { assignment_id: string; person: { id: string } }[],
): Promise<Set<string>> {
  const person_ids = assignments.map(({ person }) => person.id)
  const ids = JSON.stringify({ ids: assignments.map(({ assignment_id }) => assignment_id) })
  const rows = await tx
    .select({
      assignment_ids: sql<string[]>`jsonb_path_query_array(${message.payload}, '$.**.assignment_id')`,
      has_left: sql<boolean>`${message.status} <> 'QUEUED' and (${message.status} <> 'FAILED' or ${message.sent_at} is not null)`,
    })
    .from(message)
    .where(
      and(
        inOrganization(tx, message),
        isAnyOf(message.person_id, person_ids),
        sql`jsonb_path_exists(${message.payload}, '$.**.assignment_id ? (@ == $ids[*])', ${ids}::jsonb)`,
      ),
    )
    .orderBy(message.id)
    .for('update')
  return new Set(rows.flatMap(({ assignment_ids, has_left }) => (has_left ? assignment_ids : [])))
}

/**
 * Returns whether the last message about the person's place said that they are off the shift (D28). They may have
 * been on it by another assignment, which was removed.
 */
export async function hasOffNotice(
  tx: OrgTx,
  { assignment_id, shift_id, person_id }: { assignment_id: string; shift_id: string; person_id: string },
): Promise<boolean> {
  const is_off = sql<boolean>`jsonb_path_exists(${message.payload}, '$.*[*].shift_id ? (@ == $id)', jsonb_build_object('id', ${shift_id}::text))
    or ${message.template} in ('place_freed', 'given_up')`
  const [last] = await tx
    .select({ is_off })
    .from(message)
    .where(
      and(
        inOrganization(tx, message),
        eq(message.person_id, person_id),
        wasSent(),
        or(
          and(inArray(message.template, ['shift_cancelled', 'shift_changed']), is_off),
          and(
            inArray(message.template, ['place_freed', 'given_up', 'confirmation', 'put_back']),
            sql`jsonb_path_exists(${message.payload}, '$.**.assignment_id ? (@ == $id)', jsonb_build_object('id', ${assignment_id}::text))`,
          ),
        ),
      ),
    )
    .orderBy(desc(message.created_at), desc(message.id))
    .limit(1)
  return last?.is_off ?? false
}

export async function listLinkedAssignments(
  tx: OrgTx,
  person_id: string,
  addresses: readonly ChannelAddress[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const given = new Set(addresses.map(keyOf))
  const sent = and(inOrganization(tx, message), eq(message.person_id, person_id), wasSent())
  // Folds addresses in JavaScript, because PostgreSQL's `lower` depends on the locale.
  const known = await tx
    .selectDistinct({ channel: message.channel, address: message.address })
    .from(message)
    .where(sent)
  const same = known.filter((each) => given.has(keyOf(each)))
  if (same.length === 0) return []
  const rows = await tx
    .selectDistinct({ assignment_id: linkedAssignmentId })
    .from(message)
    .where(
      and(
        sent,
        hasLinks,
        or(
          ...same.map(({ channel, address }) =>
            and(eq(message.channel, channel), eq(message.address, address)),
          ),
        ),
      ),
    )
  return rows.map(({ assignment_id }) => assignment_id)
}

/** D17: returns the contacts to which personal links were sent, by person. */
export async function listLinkedContacts(
  tx: OrgTx,
  person_ids: readonly string[],
): Promise<(ChannelAddress & { person_id: string | null })[]> {
  return tx
    .selectDistinct({ person_id: message.person_id, channel: message.channel, address: message.address })
    .from(message)
    .where(
      and(
        inOrganization(tx, message),
        isAnyOf(message.person_id, person_ids),
        wasSent(),
        hasLinks,
        sql`${message.payload} @? '$.**.round'`,
      ),
    )
}

/** Links are derived from the parts of a payload that have a `round`. */
const linkedAssignmentId = sql<string>`jsonb_path_query(${message.payload}, '$.** ? (exists(@.round)).assignment_id') #>> '{}'`

/** A reminder may have no links. */
const hasLinks = sql`coalesce((${message.payload} ->> 'has_links')::boolean, true)`

/** Matches sent and queued messages, but not those that failed before they were sent. */
const wasSent = () =>
  sql`${message.direction} = 'OUTBOUND' and (${message.status} <> 'FAILED' or ${message.sent_at} is not null)`

/** Emails that differ only in case are the same (D11). */
const keyOf = ({ channel, address }: ChannelAddress) => `${channel} ${foldAddress(address)}`

/** Returns whether a link to a place in line was sent to one of the e-mail addresses. */
export async function wereWaitingLinksSent(
  tx: OrgTx,
  person_id: string,
  addresses: readonly ChannelAddress[],
): Promise<boolean> {
  const rows = await tx
    .selectDistinct({ channel: message.channel, address: message.address })
    .from(message)
    .where(
      and(
        inOrganization(tx, message),
        eq(message.person_id, person_id),
        wasSent(),
        sql`${message.payload} ? 'waiting_id'`,
      ),
    )
  const given = new Set(addresses.map(keyOf))
  return rows.some((row) => given.has(keyOf(row)))
}
