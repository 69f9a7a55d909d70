import { type SQL, sql } from 'drizzle-orm'
import { shift } from './schema.ts'

/** D44: how many wait for a place on the shift of the statement, or are offered one. */
export const countInLine = (): SQL<number> => sql<number>`(
  select count(*)::int from waiting where waiting.shift_id = ${shift.id} and waiting.status in ('WAITING', 'OFFERED')
)`
