import { foldName } from '@muster/contract/rules/text'
import { and, eq, or, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../db/client.ts'
import { suppression } from '../db/schema.ts'
import type { Channel } from '../providers/provider.ts'
import type { Claimed } from './claim.ts'

/* D31: who is not to be written to any more, by organisation, channel and address. */

export type SuppressionReason = 'stop' | 'hard_bounce' | 'spam_report' | 'unsubscribe'

/** Those of the addresses that must not be written to, folded, with the reason. */
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
        // One parameter, however many addresses a broadcast has.
        sql`${suppression.address} = any(${sql.param(addresses.map(foldName))}::text[])`,
      ),
    )
  return new Map(rows.map(({ address, reason }) => [address, reason]))
}

export type Way = { channel: Channel; address: string }

/** How somebody can be written to. */
export function waysTo({ email, phone }: { email: string; phone: string | null }): Way[] {
  return [
    { channel: 'EMAIL', address: email },
    ...(phone ? [{ channel: 'SMS' as const, address: phone }] : []),
  ]
}

/** Whether no way to somebody is open, and by their own will. */
export async function hasStopped(tx: OrgTx, ways: readonly Way[]): Promise<boolean> {
  const rows = await tx
    .select({ reason: suppression.reason })
    .from(suppression)
    .where(and(eq(suppression.organization_id, tx.org), or(...ways.map(isWay))))
  return rows.length === ways.length && rows.some(({ reason }) => reason === 'unsubscribe')
}

const isWay = ({ channel, address }: Way) =>
  and(eq(suppression.channel, channel), eq(suppression.address, foldName(address)))

/** What somebody needs for a shift they have taken. */
const NEEDED = ['confirmation', 'link_again', 'shift_changed', 'shift_cancelled']

/**
 * Of claimed messages, by id why their address must not be written to any more (D31). Who has
 * unsubscribed by a click still gets what they need: a cancelled shift must not be walked to.
 */
export async function listSuppressedOf(
  tx: Tx,
  claimed: readonly Pick<Claimed, 'organization_id' | 'id' | 'channel' | 'address' | 'template'>[],
): Promise<Map<string, string>> {
  const rows = JSON.stringify(
    claimed.map(({ organization_id, id, channel, address, template }) => ({
      organization_id,
      id,
      channel,
      address: foldName(address),
      is_needed: NEEDED.includes(template),
    })),
  )
  const found = await tx.execute<{ id: string; reason: string }>(sql`
    select claimed.id, suppression.reason
    from jsonb_to_recordset(${rows})
      as claimed (organization_id uuid, id uuid, channel text, address text, is_needed boolean)
    join suppression using (organization_id, channel, address)
    where not (claimed.is_needed and claimed.channel = 'EMAIL' and suppression.reason = 'unsubscribe')
  `)
  return new Map(found.rows.map(({ id, reason }) => [id, reason]))
}

export async function insertSuppression(
  tx: Tx,
  given: Way & { organization_id: string; reason: SuppressionReason },
): Promise<void> {
  await tx
    .insert(suppression)
    .values({ ...given, address: foldName(given.address) })
    .onConflictDoNothing()
}

/** What the person ended by themselves; an address that bounced stays closed. */
export async function deleteUnsubscribe(tx: OrgTx, way: Way): Promise<void> {
  await tx
    .delete(suppression)
    .where(and(eq(suppression.organization_id, tx.org), isWay(way), eq(suppression.reason, 'unsubscribe')))
}
