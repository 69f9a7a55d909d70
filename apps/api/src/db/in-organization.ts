import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OrgTx } from './client.ts'

/**
 * The table's rows of the transaction's organisation, for statements that find them by another key than the primary
 * one. Not an equality: an equality offers the planner the primary key's first column, and where statistics are older
 * than an organisation it then reads all of it for one shift (docs/decisions/0010-plans-without-statistics.md).
 */
export function inOrganization(tx: Pick<OrgTx, 'org'>, table: { organization_id: PgColumn }): SQL {
  return isOrganization(table.organization_id, sql`${tx.org}::uuid`)
}

/** The same for a statement whose organisation is a placeholder. */
export const isOrganization = (column: PgColumn | SQL, organization: SQL): SQL =>
  sql`uuid_cmp(${column}, ${organization}) = 0`
