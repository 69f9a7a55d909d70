import { id as idField } from '@muster/contract/fields'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { atMost } from '../at-most.ts'
import { unavailable } from '../edge/refusal.ts'
import type { Db, OrgId } from './client.ts'

// Looks up under the system role. All that follows is scoped to the organisation found; an id never changes it.
// Clients can send any number of unknown ids: few look-ups run at once, and unknown ids are cached briefly.

type Kind =
  | 'event'
  | 'shift'
  | 'assignment'
  | 'waiting'
  | 'request'
  | 'person'
  | 'broadcast'
  | 'message'
  | 'email_change'

export type FindOrganization = {
  ofEvent: (event_id: string) => Promise<OrgId | undefined>
  ofShift: (shift_id: string) => Promise<OrgId | undefined>
  ofAssignment: (assignment_id: string) => Promise<OrgId | undefined>
  ofWaiting: (waiting_id: string) => Promise<OrgId | undefined>
  /** D52: of the form with which was asked. */
  ofRequests: (form_id: string) => Promise<OrgId | undefined>
  ofPerson: (person_id: string) => Promise<OrgId | undefined>
  ofBroadcast: (broadcast_id: string) => Promise<OrgId | undefined>
  ofMessage: (message_id: string) => Promise<OrgId | undefined>
  ofEmailChange: (email_change_id: string) => Promise<OrgId | undefined>
}

const CACHED = 50_000
const CACHED_UNKNOWN = 10_000
/** ms. An open page of a deleted event keeps asking for it. */
const UNKNOWN_TTL = 5_000
const CONCURRENCY = 4
const MAX_WAITING = 1_000

export type LookUpLimits = { concurrency?: number; unknown_ttl?: number }

/** Its functions throw 503 `busy` when too many look-ups are waiting. */
export function createFindOrganization(
  db: Db,
  { concurrency = CONCURRENCY, unknown_ttl = UNKNOWN_TTL }: LookUpLimits = {},
): FindOrganization {
  const limit = pLimit({ concurrency, rejectOnClear: true })
  const unknown = new LRUCache<string, true>({ ...atMost(CACHED_UNKNOWN), ttl: unknown_ttl })
  const known = new LRUCache<string, OrgId, { kind: Kind; id: string }>({
    ...atMost(CACHED),
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => lookUp(context),
  })

  async function find(kind: Kind, given: string): Promise<OrgId | undefined> {
    const { data: id } = idField.safeParse(given)
    const key = `${kind}:${id}`
    if (id === undefined || unknown.has(key)) return undefined
    const found = await known.fetch(key, { context: { kind, id } })
    if (found === undefined) unknown.set(key, true)
    return found
  }

  async function lookUp({ kind, id }: { kind: Kind; id: string }): Promise<OrgId | undefined> {
    if (limit.pendingCount >= MAX_WAITING) throw unavailable('busy', 1)
    try {
      return await limit(select, kind, id)
    } catch (error) {
      throw isCleared(error) ? unavailable('busy', 1) : error
    }
  }

  async function select(kind: Kind, id: string): Promise<OrgId | undefined> {
    try {
      return await selectOrganization(db, kind, id)
    } catch (error) {
      // Without this, each queued look-up would wait for a silent database until its own timeout.
      limit.clearQueue()
      throw error
    }
  }

  return {
    ofEvent: (id) => find('event', id),
    ofShift: (id) => find('shift', id),
    ofAssignment: (id) => find('assignment', id),
    ofWaiting: (id) => find('waiting', id),
    ofRequests: (id) => find('request', id),
    ofPerson: (id) => find('person', id),
    ofBroadcast: (id) => find('broadcast', id),
    ofMessage: (id) => find('message', id),
    ofEmailChange: (id) => find('email_change', id),
  }
}

/** D60: their links work after a merge. */
const HAVE_LINKS = new Set<Kind>(['assignment', 'waiting', 'person'])

async function selectOrganization(db: Db, kind: Kind, id: string): Promise<OrgId | undefined> {
  const [found] = await db.lookUp<{ organization_id: OrgId }>(
    `select organization_id from ${escapeIdentifier(kind)} where ${kind === 'request' ? 'form_id' : 'id'} = ${escapeLiteral(id)}${
      HAVE_LINKS.has(kind)
        ? ` union select organization_id from merged_link where id = ${escapeLiteral(id)}`
        : ''
    }`,
  )
  return found?.organization_id
}

export async function findOrganizationById(db: Db, id: string): Promise<OrgId | undefined> {
  const [found] = await db.lookUp<{ id: OrgId }>(
    `select id from organization where id = ${escapeLiteral(id)}`,
  )
  return found?.id
}

function isCleared(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
