import { sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { deleteBatch, ROWS_AT_ONCE } from '../db/in-batches.ts'
import { isOrganization } from '../db/in-organization.ts'
import { accountMessage } from '../db/schema.ts'
import type { ChannelAddress } from './suppression.ts'

/* Status, channel and times stay: broadcasts count them. A message still to be sent keeps its content (D33). */

/** A provider's wording may repeat the address; our own codes (`failure-text.ts`) do not. */
const WITHOUT_WORDS = sql`case when failure_reason ~ '^[a-z_]+$' then failure_reason end`
const EMPTY = sql`address = '', payload = '{}', failure_reason = ${WITHOUT_WORDS}, request_id = null`
const IS_SETTLED = sql`status in ('SENT', 'DELIVERED', 'FAILED')`

/** Call before `eraseMessages`. */
export async function listMessageAddresses(
  tx: OrgTx,
  person_ids: readonly string[],
): Promise<ChannelAddress[]> {
  const { rows } = await tx.execute<ChannelAddress>(sql`
    select distinct channel, address from message
    where person_id = any(${sql.param(person_ids)}::uuid[]) and ${isOrganization(sql`organization_id`, sql`${tx.org}::uuid`)}
  `)
  return rows
}

/** The people must be locked, so that no message to them can be inserted. */
export async function eraseMessages(tx: OrgTx, person_ids: readonly string[], now: string): Promise<void> {
  const areTheirs = sql`person_id = any(${sql.param(person_ids)}::uuid[])
    and ${isOrganization(sql`organization_id`, sql`${tx.org}::uuid`)}`
  await tx.execute(sql`
    update message set person_id = null, merged_from = null, erased_at = ${now}, subject = null, body_text = null, ${EMPTY}
    where ${areTheirs} and ${IS_SETTLED} and digest_id is null
  `)
  await tx.execute(
    sql`update message set person_id = null, merged_from = null, erased_at = ${now} where ${areTheirs}`,
  )
}

/** Deletes messages of paused organisations that end, so that only notices enqueued later are sent. */
export async function deleteWaitingMessages(tx: Tx, organization_ids: readonly string[]): Promise<void> {
  if (organization_ids.length === 0) return
  await tx.execute(sql`
    delete from message
    where organization_id = any(${sql.param(organization_ids)}::uuid[]) and status = 'QUEUED'
  `)
}

export async function sweepErasedMessages(tx: Tx): Promise<number> {
  const messages = await tx.execute(sql`
    with due as materialized (
      select organization_id, id, digest_id from message
      where erased_at is not null and address <> '' and ${IS_SETTLED}
      limit ${ROWS_AT_ONCE} for update skip locked
    ),
    digests as (
      update account_message set erased_at = now()
      where erased_at is null and id in (select digest_id from due where digest_id is not null)
    )
    update message m set subject = null, body_text = null, ${EMPTY} from due
    where m.organization_id = due.organization_id and m.id = due.id
  `)
  const account_messages = await tx.execute(sql`
    update account_message set ${EMPTY} where id in (
      select id from account_message where erased_at is not null and address <> '' and ${IS_SETTLED}
      limit ${ROWS_AT_ONCE} for update skip locked
    )
  `)
  return (messages.rowCount ?? 0) + (account_messages.rowCount ?? 0)
}

const WAITS_IN_PAUSE = sql`status = 'QUEUED' and exists (
  select from organization o where o.id = message.organization_id and o.paused_at is not null
)`

/** Longer than any retry, wait for a digest or report of a provider takes. */
const GIVEN_UP_AFTER_DAYS = 7

/**
 * Marks messages FAILED that can never be settled, for example without a provider. O1: what waits because its
 * organisation is paused stays, because a cancellation (D21) must still reach the person once the pause ends.
 */
export async function giveUpErasedMessages(tx: Tx, now: string): Promise<number> {
  let given_up = 0
  for (const [table, isHeld] of [
    ['message', WAITS_IN_PAUSE],
    ['account_message', sql`false`],
  ] as const) {
    const { rowCount } = await tx.execute(sql`
      update ${sql.identifier(table)} set status = 'FAILED', failure_reason = coalesce(failure_reason, 'person_deleted')
      where id in (
        select id from ${sql.identifier(table)}
        where erased_at is not null and address <> '' and status in ('QUEUED', 'UNKNOWN')
          and erased_at < ${now}::timestamptz - ${GIVEN_UP_AFTER_DAYS} * interval '1 day'
          and not (${isHeld})
        limit ${ROWS_AT_ONCE} for update skip locked
      )
    `)
    given_up += rowCount ?? 0
  }
  return given_up
}

const ACCOUNT_MESSAGE_DAYS = 30

export async function eraseMessagesOfAccount(tx: Tx, user_id: string, now: string): Promise<void> {
  await tx.execute(sql`update account_message set erased_at = ${now} where user_id = ${user_id}`)
}

const isOld = (now: string) =>
  sql`created_at < ${now}::timestamptz - ${ACCOUNT_MESSAGE_DAYS} * interval '1 day'`

/** Marks old messages that are still unsent. `giveUpErasedMessages` marks them FAILED a week later. */
export async function eraseOldAccountMessages(tx: Tx, now: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update account_message set erased_at = ${now} where id in (
      select id from account_message where erased_at is null and ${isOld(now)} and not ${IS_SETTLED}
      limit ${ROWS_AT_ONCE} for update skip locked
    )
  `)
  return rowCount ?? 0
}

export const deleteOldAccountMessages = (tx: Tx, now: string): Promise<number> =>
  deleteBatch(tx, accountMessage, sql`${isOld(now)} and ${IS_SETTLED}`)
