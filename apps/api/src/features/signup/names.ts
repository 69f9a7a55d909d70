import { sql } from 'drizzle-orm'
import type { ConfirmedPerson } from '../events/public-shifts.ts'

/** Of assignments `a` with their people `p`. Costs PostgreSQL a third less than JSON. No name has a control character (D4). */
export const aggregateNames = sql`
  string_agg(concat_ws(chr(31), a.id, p.first_name, p.last_name, p.erased_at is not null), chr(30) order by a.id)
`

/** `names`: of `aggregateNames`; null without people. */
export function parseNames(names: string | null): ConfirmedPerson[] {
  if (names === null) return []
  return names.split('\x1e').map((row) => {
    const [person_id = '', first_name = '', last_name = '', is_erased] = row.split('\x1f')
    return { person_id, first_name, last_name, is_erased: is_erased === 't' }
  })
}
