import { createHash } from 'node:crypto'
import { foldAddress } from '@muster/contract/rules/fold'
import { groupBy } from '@muster/contract/rules/group-by'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { listAddressesInUse } from '../db/addresses-in-use.ts'
import type { OrgTx, Tx } from '../db/client.ts'
import { mailBlock, suppression } from '../db/schema.ts'
import type { Channel } from '../providers/provider.ts'

export type SuppressionReason = 'stop' | 'hard_bounce' | 'spam_report' | 'unsubscribe'

export type ChannelAddress = { channel: Channel; address: string }

export function addressesOf({
  email,
  phone,
}: {
  email: string | null
  phone: string | null
}): ChannelAddress[] {
  return [
    ...(email ? [{ channel: 'EMAIL' as const, address: email }] : []),
    ...(phone ? [{ channel: 'SMS' as const, address: phone }] : []),
  ]
}

export async function listSuppressed(
  tx: OrgTx,
  channel: Channel,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ address: suppression.address, reason: suppression.reason })
    .from(suppression)
    .where(
      and(
        eq(suppression.organization_id, tx.org),
        eq(suppression.channel, channel),
        sql`${suppression.address} = any(${sql.param(addresses.map(foldAddress))}::text[])`,
      ),
    )
  return new Map(rows.map(({ address, reason }) => [address, reason]))
}

/** Returns whether all addresses are suppressed, at least one of them by the person's own request. */
export async function hasUnsubscribed(tx: OrgTx, addresses: readonly ChannelAddress[]): Promise<boolean> {
  const rows = await tx
    .select({ reason: suppression.reason })
    .from(suppression)
    .where(and(eq(suppression.organization_id, tx.org), or(...addresses.map(isAddress))))
  return rows.length === addresses.length && rows.some(({ reason }) => reason === 'unsubscribe')
}

export function listOptOuts(tx: OrgTx, addresses: readonly ChannelAddress[]) {
  return tx
    .select({
      channel: sql<Channel>`${suppression.channel}`,
      address: suppression.address,
      reason: suppression.reason,
      created_at: suppression.created_at,
    })
    .from(suppression)
    .where(and(eq(suppression.organization_id, tx.org), or(...addresses.map(isAddress))))
    .orderBy(suppression.created_at)
}

const isAddress = ({ channel, address }: ChannelAddress) =>
  and(eq(suppression.channel, channel), eq(suppression.address, foldAddress(address)))

export async function insertSuppression(
  tx: Tx,
  row: ChannelAddress & { organization_id: string; reason: SuppressionReason },
): Promise<void> {
  await tx
    .insert(suppression)
    .values({ ...row, address: foldAddress(row.address) })
    .onConflictDoUpdate({
      target: [suppression.organization_id, suppression.channel, suppression.address],
      set: { reason: row.reason },
      // The other reasons apply to every message and cannot be revoked, so they are not overwritten.
      setWhere: eq(suppression.reason, 'unsubscribe'),
    })
}

/** D60: an opt-out may have been deleted while nobody had the address. `rows`: SQL of a JSON array of rows. */
export async function restoreSuppressions(tx: OrgTx, rows: SQL): Promise<void> {
  await tx.execute(sql`
    insert into suppression select * from jsonb_populate_recordset(null::suppression, ${rows}) on conflict do nothing
  `)
}

export async function deleteUnsubscribe(tx: OrgTx, address: ChannelAddress): Promise<void> {
  await tx
    .delete(suppression)
    .where(
      and(eq(suppression.organization_id, tx.org), isAddress(address), eq(suppression.reason, 'unsubscribe')),
    )
}

/** D33. Call when a person no longer has the address. */
export async function deleteUnusedSuppressions(
  tx: Tx,
  organization_id: string,
  given: readonly ChannelAddress[],
): Promise<void> {
  for (const [channel, of_channel] of groupBy(given, (each) => each.channel)) {
    const ofChannel = and(eq(suppression.organization_id, organization_id), eq(suppression.channel, channel))
    const stored = await tx
      .select({ address: suppression.address })
      .from(suppression)
      .where(
        and(
          ofChannel,
          sql`${suppression.address} = any(${sql.param(of_channel.map(({ address }) => foldAddress(address)))}::text[])`,
        ),
      )
    const addresses = stored.map(({ address }) => address)
    const in_use = await listAddressesInUse(tx, { organization_id, channel, addresses })
    const unused = addresses.filter((address) => !in_use.has(address))
    await tx
      .delete(suppression)
      .where(and(ofChannel, sql`${suppression.address} = any(${sql.param(unused)}::text[])`))
  }
}

/* D28. Blocks are hashed and not in `suppression`, so that no organisation learns of another's block. */

/** Does not fold dots and "+", whose meaning depends on the mail provider. */
export function addressKey(address: string): string {
  return createHash('sha256').update(foldAddress(address)).digest('base64url')
}

export async function listBlocked(tx: Tx, addresses: readonly ChannelAddress[]): Promise<Set<string>> {
  const keys = new Set(
    addresses.filter(({ channel }) => channel === 'EMAIL').map(({ address }) => addressKey(address)),
  )
  if (keys.size === 0) return new Set()
  const rows = await tx
    .select({ address_key: mailBlock.address_key })
    .from(mailBlock)
    .where(sql`${mailBlock.address_key} = any(${sql.param([...keys])}::text[])`)
  return new Set(rows.map(({ address_key }) => address_key))
}

export async function isBlocked(tx: Tx, address: string): Promise<boolean> {
  return (await listBlocked(tx, [{ channel: 'EMAIL', address }])).size > 0
}

export async function insertBlock(tx: Tx, address: string): Promise<void> {
  await tx
    .insert(mailBlock)
    .values({ address_key: addressKey(address) })
    .onConflictDoNothing()
}

export async function deleteBlock(tx: Tx, address: string): Promise<void> {
  await tx.delete(mailBlock).where(eq(mailBlock.address_key, addressKey(address)))
}
