import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OrgTx } from './client.ts'

/** Avoids an equality: with old statistics the planner would read the whole organisation (docs/decisions/0010). */
export function inOrganization(tx: Pick<OrgTx, 'org'>, table: { organization_id: PgColumn }): SQL {
  return isOrganization(table.organization_id, sql`${tx.org}::uuid`)
}

export const isOrganization = (column: PgColumn | SQL, organization: SQL): SQL =>
  sql`uuid_cmp(${column}, ${organization}) = 0`
