import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OrgTx } from './client.ts'

/**
 * Rows of the transaction's organisation, for statements that find them by another key than the primary one. Not an
 * equality: the planner could then use the primary key's first column, and with statistics older than the organisation
 * read all of it for one shift (docs/decisions/0010-plans-without-statistics.md).
 */
export function inOrganization(tx: Pick<OrgTx, 'org'>, table: { organization_id: PgColumn }): SQL {
  return isOrganization(table.organization_id, sql`${tx.org}::uuid`)
}

export const isOrganization = (column: PgColumn | SQL, organization: SQL): SQL =>
  sql`uuid_cmp(${column}, ${organization}) = 0`
