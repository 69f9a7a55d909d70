import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { OrgTx, Tx } from '../db/client.ts'
import { deleteBatch } from '../db/in-batches.ts'
import { oneRow } from '../db/one-row.ts'
import { dailyCap, organization, sendingTotal } from '../db/schema.ts'
import { tooMany } from '../edge/refusal.ts'
import type { Channel } from '../providers/provider.ts'

type Sending = { channels: readonly Channel[]; config: Pick<Config, 'limits'>; now: string }

type Amount = { channel: Channel; day: string; amount: number }

const CHANNELS: readonly Channel[] = ['EMAIL', 'SMS']

/** Counts by day in UTC. Throws 429 `daily_cap_reached`. Call it after all other locks to avoid deadlocks. */
export async function countTowardsCap(tx: OrgTx, { channels, config, now }: Sending): Promise<void> {
  const { messages_per_day, messages_per_day_in_total } = config.limits
  const retry_after = secondsLeft(now)
  for (const channel of CHANNELS) {
    const counted = {
      channel,
      day: now.slice(0, 10),
      amount: channels.filter((each) => each === channel).length,
    }
    if (counted.amount === 0) continue
    const cap = messages_per_day[channel]
    // Counted without a cap too: the row is the lock of `refuseOftenWritten`.
    const of_organization = await countOfOrganization(tx, counted)
    if (cap !== undefined) {
      if (of_organization > cap) throw tooMany('daily_cap_reached', retry_after)
      if ((await countOfCreator(tx, counted)) > cap)
        throw tooMany('daily_cap_reached', retry_after, 'cap_of_account')
    }
    const total = messages_per_day_in_total[channel]
    if (total !== undefined && (await countTotal(tx, 'installation', counted)) > total)
      throw tooMany('daily_cap_reached', retry_after, 'cap_of_installation')
  }
}

/** Returns how many more messages the limits of the day allow. Locks the counts in the order of `countTowardsCap`. */
export async function readRemaining(
  tx: OrgTx,
  channel: Channel,
  { config, now }: Omit<Sending, 'channels'>,
): Promise<number> {
  const cap = config.limits.messages_per_day[channel]
  const total = config.limits.messages_per_day_in_total[channel]
  const nothing = { channel, day: now.slice(0, 10), amount: 0 }
  const remaining = [Number.POSITIVE_INFINITY]
  const of_organization = await countOfOrganization(tx, nothing)
  if (cap !== undefined) remaining.push(cap - of_organization, cap - (await countOfCreator(tx, nothing)))
  if (total !== undefined) remaining.push(total - (await countTotal(tx, 'installation', nothing)))
  return Math.max(0, Math.min(...remaining))
}

/** Uncounts messages that were never sent. Locks in the order of `countTowardsCap`. `day`: UTC day of the count. */
export async function giveBackToCap(
  tx: OrgTx,
  { channels, day }: { channels: readonly Channel[]; day: string },
): Promise<void> {
  const created_by = await findCreator(tx)
  for (const channel of CHANNELS) {
    const amount = channels.filter((each) => each === channel).length
    if (amount === 0) continue
    await tx
      .update(dailyCap)
      .set({ accepted: sql`greatest(0, ${dailyCap.accepted} - ${amount})` })
      .where(and(eq(dailyCap.organization_id, tx.org), eq(dailyCap.channel, channel), eq(dailyCap.day, day)))
    for (const scope of [...(created_by === null ? [] : [created_by]), 'installation']) {
      await tx
        .update(sendingTotal)
        .set({ accepted: sql`greatest(0, ${sendingTotal.accepted} - ${amount})` })
        .where(
          and(eq(sendingTotal.scope, scope), eq(sendingTotal.channel, channel), eq(sendingTotal.day, day)),
        )
    }
  }
}

/** Keeps the previous day, because a broadcast of that day may still be undone. */
export async function deleteOldCounts(tx: Tx, now: string): Promise<number> {
  const before = addMs(now, -DAY_MS).slice(0, 10)
  const of_organizations = await deleteBatch(tx, dailyCap, sql`${dailyCap.day} < ${before}`)
  return of_organizations + (await deleteBatch(tx, sendingTotal, sql`${sendingTotal.day} < ${before}`))
}

async function countOfOrganization(tx: OrgTx, { channel, day, amount }: Amount): Promise<number> {
  const { accepted } = oneRow(
    await tx
      .insert(dailyCap)
      .values({ organization_id: tx.org, channel, day, accepted: amount })
      .onConflictDoUpdate({
        target: [dailyCap.organization_id, dailyCap.channel, dailyCap.day],
        set: { accepted: sql`${dailyCap.accepted} + ${amount}` },
      })
      .returning({ accepted: dailyCap.accepted }),
  )
  return accepted
}

/** Counts per account, so that creating more organisations does not raise the cap. */
async function countOfCreator(tx: OrgTx, counted: Amount): Promise<number> {
  const created_by = await findCreator(tx)
  return created_by === null ? 0 : countTotal(tx, created_by, counted)
}

async function findCreator(tx: OrgTx): Promise<string | null> {
  const rows = await tx
    .select({ created_by: organization.created_by })
    .from(organization)
    .where(eq(organization.id, tx.org))
  return oneRow(rows).created_by
}

async function countTotal(tx: OrgTx, scope: string, { channel, day, amount }: Amount): Promise<number> {
  const { accepted } = oneRow(
    await tx
      .insert(sendingTotal)
      .values({ scope, channel, day, accepted: amount })
      .onConflictDoUpdate({
        target: [sendingTotal.scope, sendingTotal.channel, sendingTotal.day],
        set: { accepted: sql`${sendingTotal.accepted} + ${amount}` },
      })
      .returning({ accepted: sendingTotal.accepted }),
  )
  return accepted
}

export function secondsLeft(now: string): number {
  return Math.ceil((DAY_MS - (Date.parse(now) % DAY_MS)) / 1_000)
}
