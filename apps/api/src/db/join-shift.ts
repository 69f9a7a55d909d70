import { sql } from 'drizzle-orm'
import { shift } from './schema.ts'

/**
 * Joins the shift of assignment `a` as `s`, for prepared statements. `offset 0` keeps the planner from reading every shift
 * first: until a new organisation is analyzed it believes them to be a handful. Measured with 1,000 shifts: 126 sign-ups/s
 * instead of 600 (docs/decisions/0010-plans-without-statistics.md).
 */
export const joinShift = sql`cross join lateral (select * from ${shift} where shift.id = a.shift_id offset 0) s`
