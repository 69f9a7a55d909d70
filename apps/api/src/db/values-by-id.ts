import { type SQL, sql } from 'drizzle-orm'

/**
 * For `from`: `given.by_id` has the values of each row under its id. A join with a recordset would compare each row with
 * each where old statistics mislead the planner (docs/decisions/0010): 25 million pairs for 5,000 shifts.
 */
export const valuesById = (rows: readonly { id: string }[]): SQL =>
  sql`(select ${JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row])))}::jsonb as by_id) given`
