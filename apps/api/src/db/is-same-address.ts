import { type SQL, sql } from 'drizzle-orm'

/**
 * D11: addresses that differ only in case are the same. For statements that cannot fold in JavaScript: `lower` folds
 * ASCII in every locale, other letters only if the database's locale does.
 */
export const isSameAddress = (one: SQL, other: SQL): SQL => sql`lower(${one}) = lower(${other})`
