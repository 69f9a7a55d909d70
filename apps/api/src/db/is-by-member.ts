import { sql } from 'drizzle-orm'

/** D65: messages that a member sends by a press, and that count per recipient. */
export const IS_BY_MEMBER = sql`template in ('invitation', 'reminder', 'custom_text', 'new_link')`
