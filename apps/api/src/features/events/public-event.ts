import { events } from '@muster/contract/events'
import type { Language } from '@muster/contract/language'
import { type PublicEvent, publicEvent } from '@muster/contract/public-event'
import { asksFirst } from '@muster/contract/rules/approval'
import { groupBy } from '@muster/contract/rules/group-by'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { canonicalId } from '../../access/canonical-id.ts'
import type { OrgTx } from '../../db/client.ts'
import { toPublicOrganization } from '../../db/public-organization.ts'
import type { Deps } from '../../deps.ts'
import { buildResponse, type CachedResponse, encodeLike, sendCached } from '../../edge/cached-response.ts'
import { allowOrigin } from '../../edge/cors.ts'
import { notFound, refuseQuery } from '../../edge/refusal.ts'
import { effectiveContact } from '../../mail/organizer.ts'
import { sha256 } from '../../signing/sha256.ts'
import { readPublicShifts } from './public-shifts.ts'
import { getOrganization, listEvents, listRoles } from './queries.ts'

export function installPublicEvent(
  app: FastifyInstance,
  { config: { allowed_origins } }: Pick<Deps, 'config'>,
  getEvent: GetPublicEvent,
): void {
  const { path } = events.getPublicEvent
  app.get<{ Params: { eventId: string }; Querystring: { k?: unknown } }>(
    path,
    { config: { is_unlogged: true, cors: false } },
    (request, reply) => {
      allowOrigin(request, reply, allowed_origins)
      refuseQuery(request, ['k'])
      const id = canonicalId(request.params.eventId)
      const found = id === undefined ? undefined : findLinked(getEvent, id, request.query.k)
      return found instanceof Promise
        ? found.then((answer) => sendEvent(request, reply, answer))
        : sendEvent(request, reply, found)
    },
  )
}

/** D49: with the event's link key also the shifts that are only by link. Another key is ignored. */
export function findLinked(getEvent: GetPublicEvent, id: string, k: unknown): ReturnType<GetPublicEvent> {
  const found = getEvent(id)
  if (k === undefined) return found
  const find = (answer: PublicAnswer) => (k === answer.link_key ? getEvent(id, answer.link_key) : answer)
  return found instanceof Promise ? found.then((answer) => answer && find(answer)) : find(found)
}

function sendEvent(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer | undefined) {
  if (!answer) throw notFound('event_not_found')
  return sendCached(request, reply, answer.json)
}

export const PUBLIC_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10'
/** Milliseconds after which an event is read again, because announcements can be lost. */
const MAX_AGE = 5_000
/** Milliseconds that an event which has changed is still sent, the same as `s-maxage`. */
const MAX_STALE = 1_000
/** Share of the time for reading and encoding an event that changes all the time. */
const SHARE = 1 / 10
/** Measured: the parsed event takes 1.3 times the bytes of its JSON, both encodings together half of them. */
const MEMORY_PER_BYTE = 3

export type PublicAnswer = {
  readonly event: PublicEvent
  /** The organisation's, for clients that state none. */
  readonly language: Language
  readonly json: CachedResponse
  readonly content_hash: string
  /** Never shown. */
  readonly link_key: string
  /** D49: has the shifts that are only by link. */
  readonly is_linked: boolean
}
/** `pause`: milliseconds for which the answer is sent although the event has changed. */
type Entry = { answer: PublicAnswer; read_at: number; pause: number; is_changed: boolean }
type PendingRead = { answer: Promise<PublicAnswer | undefined>; is_changed: boolean }

/**
 * Takes a canonical id, and the event's present link key if the shifts that are only by link are asked for. Returns the
 * answer itself, not a promise, when it is cached.
 */
export type GetPublicEvent = (
  id: string,
  link_key?: string,
) => PublicAnswer | Promise<PublicAnswer | undefined>

export function createPublicEvents(deps: Deps): GetPublicEvent {
  const entries = new LRUCache<string, Entry>({
    maxSize: deps.config.public_cache_bytes / 2,
    sizeCalculation: ({ answer }) => answer.json.identity.body.length * MEMORY_PER_BYTE,
  })
  const pending = new Map<string, PendingRead>()
  deps.bus.subscribe((announcement) => {
    // A pending read may have started before the change.
    if (announcement.kind === 'shifts') {
      for (const key of [announcement.event_id, linkedKey(announcement.event_id)])
        markChanged([entries.peek(key), pending.get(key)])
    }
    if (announcement.kind === 'resync') markChanged([...entries.values(), ...pending.values()])
  })

  return (id, link_key) => {
    const key = link_key === undefined ? id : linkedKey(id)
    const entry = entries.get(key)
    // Another key was made since.
    const known = entry && (link_key === undefined || entry.answer.link_key === link_key) ? entry : undefined
    const read = pending.get(key)
    if (known) {
      // The first client after a change waits for the read; the others get the previous answer meanwhile.
      const age = performance.now() - known.read_at
      if (age < (known.is_changed ? (read ? MAX_STALE : known.pause) : MAX_AGE)) return known.answer
    }
    return (read ?? startRead({ id, key, link_key }, known?.answer)).answer
  }

  function startRead({ id, key, link_key }: Wanted, before: PublicAnswer | undefined): PendingRead {
    const started: PendingRead = { is_changed: false, answer: read().finally(() => pending.delete(key)) }
    pending.set(key, started)
    return started

    async function read(): Promise<PublicAnswer | undefined> {
      const started_at = performance.now()
      const answer = await readPublicAnswer(deps, id, { before, link_key })
      if (!answer) {
        entries.delete(key)
        return undefined
      }
      if (before) await encodeLike(answer.json, before.json)
      const read_at = performance.now()
      const pause = Math.min(MAX_STALE, (read_at - started_at) / SHARE)
      entries.set(key, { answer, read_at, pause, is_changed: started.is_changed })
      return answer
    }
  }
}

type Wanted = { id: string; key: string; link_key: string | undefined }

const linkedKey = (id: string) => `${id} linked`

function markChanged(known: readonly ({ is_changed: boolean } | undefined)[]): void {
  for (const each of known) if (each) each.is_changed = true
}

/** D49: reads the event for a preview, also a draft. Nothing of it is cached. */
export async function readPreview(deps: Deps, id: string) {
  const organization_id = await deps.findOrganization.ofEvent(id)
  const answer = await readPublicAnswer(deps, id, { drafts: true })
  return organization_id && answer && { organization_id, answer }
}

type ReadOptions = {
  before?: PublicAnswer | undefined
  drafts?: boolean
  link_key?: string | undefined
}

/** Returns the previous answer if only `as_of` has changed, because clients have its ETag. */
async function readPublicAnswer(
  { db, findOrganization }: Deps,
  id: string,
  { before, drafts = false, link_key }: ReadOptions,
): Promise<PublicAnswer | undefined> {
  const org = await findOrganization.ofEvent(id)
  const read =
    org && (await db.preparedTransaction(org, (tx) => readPublicEvent(tx, id, { drafts, link_key })))
  if (!read) return undefined
  const { event, language, ...linked } = read
  const content_hash = sha256(JSON.stringify({ ...event, language, ...linked, as_of: '' }))
  if (before?.content_hash === content_hash) return before
  // D22: undeclared fields are stripped.
  const declared = publicEvent.parse(event)
  const json = buildResponse(JSON.stringify(declared), {
    type: 'application/json; charset=utf-8',
    vary: ['origin'],
    headers: { 'cache-control': PUBLIC_CACHE },
  })
  return { event: declared, language, json, content_hash, ...linked }
}

async function readPublicEvent(
  tx: OrgTx,
  id: string,
  { drafts, link_key }: { drafts: boolean; link_key: string | undefined },
): Promise<Pick<PublicAnswer, 'event' | 'language' | 'link_key' | 'is_linked'> | undefined> {
  const [event] = await listEvents(tx, { event_id: id })
  if (!event || !(event.published || drafts)) return undefined
  const organization = await getOrganization(tx)
  const roles = await listRoles(tx, { event_id: id })
  const reading = await readPublicShifts(tx, id, { drafts, link_key })
  if (!reading) return undefined

  const shifts = groupBy(reading.shifts, ({ role_id }) => role_id)
  const answer = {
    ...event,
    organization: toPublicOrganization(organization),
    contact: effectiveContact(event, organization),
    as_of: reading.as_of,
    roles: roles.flatMap((role) => {
      const of_role = shifts.get(role.id)
      return of_role ? [{ ...role, asks_first: asksFirst({ ...event, ...role }), shifts: of_role }] : []
    }),
  }
  const { language } = organization
  return { event: answer, language, link_key: event.link_key, is_linked: event.link_key === link_key }
}
