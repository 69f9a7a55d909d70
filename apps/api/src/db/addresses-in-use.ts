import { sql } from 'drizzle-orm'
import type { Tx } from './client.ts'

export async function listAddressesInUse(
  tx: Tx,
  {
    organization_id,
    channel,
    addresses,
  }: { organization_id: string; channel: 'EMAIL' | 'SMS'; addresses: readonly string[] },
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  // The identity key begins with the folded email (D11). One pass over the organisation serves all addresses.
  const address = channel === 'EMAIL' ? sql`split_part(identity_key, chr(10), 1)` : sql`phone`
  const { rows } = await tx.execute<{ address: string }>(sql`
    select distinct ${address} as address from person
    where organization_id = ${organization_id} and erased_at is null
      and ${address} = any(${sql.param(addresses)}::text[])
  `)
  return new Set(rows.map((row) => row.address))
}
