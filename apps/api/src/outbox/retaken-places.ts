import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ClaimedMessage } from './claim.ts'
import { listOutdated } from './list-outdated.ts'

/** V1: lists e-mails about a freed place whose person has taken the shift again while they waited, also in a digest. */
export function listAboutRetaken(tx: Tx, claimed: readonly Pick<ClaimedMessage, 'id' | 'template'>[]) {
  return listOutdated(tx, claimed, {
    table: 'message',
    templates: ['place_freed'],
    condition: sql`exists (
      select from assignment a
      where a.id = (m.facts->>'assignment_id')::uuid and a.status in ('CONFIRMED', 'ABSENT')
    )`,
  })
}
