import { sql } from 'drizzle-orm'
import type { Db, OrgId } from './client.ts'

/*
 * Public calls, personal links and live joins know only an id. Which organisation it belongs to is
 * looked up once under the system role; everything that follows is scoped to the answer. The answer
 * never changes (an id is never re-used), so it is cached; what is not found is not cached.
 */

type Kind = 'event' | 'shift' | 'assignment' | 'person' | 'broadcast' | 'message'

export type FindOrganization = {
  ofEvent(event_id: string): Promise<OrgId | undefined>
  ofShift(shift_id: string): Promise<OrgId | undefined>
  ofAssignment(assignment_id: string): Promise<OrgId | undefined>
  ofPerson(person_id: string): Promise<OrgId | undefined>
  ofBroadcast(broadcast_id: string): Promise<OrgId | undefined>
  ofMessage(message_id: string): Promise<OrgId | undefined>
}

const CACHE_ENTRIES = 50_000

export function openFindOrganization(db: Db): FindOrganization {
  const answers = new Map<string, Promise<OrgId | undefined>>()

  async function find(kind: Kind, id: string): Promise<OrgId | undefined> {
    const key = `${kind}:${id}`
    const known = answers.get(key)
    if (known) return known

    const answer = lookUp(kind, id)
    if (answers.size >= CACHE_ENTRIES) answers.clear()
    // Kept before it has come: when a page opens for thousands at once, one of them asks.
    answers.set(key, answer)
    let found: OrgId | undefined
    try {
      found = await answer
    } finally {
      if (!found && answers.get(key) === answer) answers.delete(key)
    }
    return found
  }

  async function lookUp(kind: Kind, id: string): Promise<OrgId | undefined> {
    const { rows } = await db.system((tx) =>
      tx.execute<{ organization_id: OrgId }>(
        sql`select organization_id from ${sql.identifier(kind)} where id = ${id}`,
      ),
    )
    return rows[0]?.organization_id
  }

  return {
    ofEvent: (id) => find('event', id),
    ofShift: (id) => find('shift', id),
    ofAssignment: (id) => find('assignment', id),
    ofPerson: (id) => find('person', id),
    ofBroadcast: (id) => find('broadcast', id),
    ofMessage: (id) => find('message', id),
  }
}
