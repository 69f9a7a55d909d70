import { sql } from 'drizzle-orm'
import { ON_WAITING_LIST } from './on-waiting-list.ts'

/** D58: mode of replacements of `shift s` of `event e`: those in line come first where the event says so. */
export const swapInForce = sql`case when e.swap <> 'line_first' then e.swap
  when exists (
    select from waiting w
    where w.shift_id = s.id and w.organization_id = s.organization_id and w.status ${ON_WAITING_LIST}
  ) then 'off' else 'link' end`
