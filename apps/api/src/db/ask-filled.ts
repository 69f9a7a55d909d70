import { sql } from 'drizzle-orm'

/**
 * D61: condition on an offer, `assignment a`, and its `shift s`: the ask has no open place. Counts places as `openPlaces`
 * of the contract does.
 */
export const isAskFilled = sql`(
  select least(
      max(o.ask_places) filter (where o.ask_id = a.ask_id)
        - count(*) filter (where o.ask_id = a.ask_id and o.status in ('CONFIRMED', 'ABSENT')),
      s.required_qty - count(*) filter (where o.status = 'CONFIRMED')
        - (select count(*) from waiting w where w.shift_id = s.id and w.status = 'OFFERED')
    ) <= 0
  from assignment o where o.shift_id = s.id
)`
