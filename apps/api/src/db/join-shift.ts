import { sql } from 'drizzle-orm'
import { shift } from './schema.ts'

/** `offset 0` keeps the planner from reading every shift first: 600 sign-ups/s instead of 126 (docs/decisions/0010). */
export const joinShift = sql`cross join lateral (select * from ${shift} where shift.id = a.shift_id offset 0) s`
