import { sql } from 'drizzle-orm'
import type { ConfirmedPerson } from '../events/public-shifts.ts'

/** Separators of rows and of their values. No name has a control character (D4). */
const ROW = '\x1e'
const VALUE = '\x1f'

/**
 * Joins the names of assignments `a` with their people `p`, in the order of ids. Costs PostgreSQL a third less than
 * JSON.
 */
export const aggregateNames = sql`
  string_agg(concat_ws(chr(31), a.id, p.first_name, p.last_name, p.erased_at is not null), chr(30) order by a.id)
`

/** `names`: as `aggregateNames` returns them; null without people. */
export function addName(
  names: string | null,
  { person_id, first_name, last_name }: Omit<ConfirmedPerson, 'is_erased'>,
): string {
  const row = [person_id, first_name, last_name, 'f'].join(VALUE)
  if (names === null) return row
  const last = names.slice(names.lastIndexOf(ROW) + 1)
  return last < row ? `${names}${ROW}${row}` : [...names.split(ROW), row].toSorted().join(ROW)
}

/** `names`: as `aggregateNames` returns them; null without people. */
export function parseNames(names: string | null): ConfirmedPerson[] {
  if (names === null) return []
  return names.split(ROW).map((row) => {
    const [person_id = '', first_name = '', last_name = '', is_erased] = row.split(VALUE)
    return { person_id, first_name, last_name, is_erased: is_erased === 't' }
  })
}
