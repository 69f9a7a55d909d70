import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { mailBlock } from '../db/schema.ts'
import { addressKey } from './address-key.ts'
import type { Way } from './suppression.ts'

/*
 * D28: "It wasn't me" ends all e-mail to an address, of every organisation. Kept apart from `suppression`, which is
 * each organisation's own. Only the system reads it: one organisation does not learn what happened at another.
 */

/** Those of the addresses' keys that get no e-mail any more. */
export async function listBlocked(tx: Tx, ways: readonly Way[]): Promise<Set<string>> {
  const keys = new Set(
    ways.filter(({ channel }) => channel === 'EMAIL').map(({ address }) => addressKey(address)),
  )
  if (keys.size === 0) return new Set()
  const rows = await tx
    .select({ address_key: mailBlock.address_key })
    .from(mailBlock)
    // One parameter, however many are claimed.
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
