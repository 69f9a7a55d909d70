import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'
import { listOutdated } from './list-outdated.ts'

/** Lists e-mails about a place that was freed (V1) or given up (D28), whose person has it again, also in a digest. */
export function listAboutRetaken(tx: Tx, claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[]) {
  return listOutdated(tx, claimed, {
    table: 'message',
    templates: ['place_freed', 'given_up'],
    condition: sql`exists (
      select from assignment a
      where a.id = (m.facts->>'assignment_id')::uuid and a.status in ('CONFIRMED', 'ABSENT')
    )`,
  })
}
