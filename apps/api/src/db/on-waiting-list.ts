import { type SQL, sql } from 'drizzle-orm'
import { shift } from './schema.ts'

/** D44: condition for `status`. Literals, not parameters, so that the partial index is used. */
export const ON_WAITING_LIST = sql`in ('WAITING', 'OFFERED')`

/** D44: subselect that counts the people waiting for a row of `shift`. */
export const countOnWaitingList = (): SQL<number> => sql<number>`(
  select count(*)::int from waiting where waiting.shift_id = ${shift.id} and waiting.status ${ON_WAITING_LIST}
)`
