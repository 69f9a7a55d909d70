import { events, type PublicEvent, publicEvent } from '@muster/contract/events'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { OrgTx } from '../../db/client.ts'
import { groupBy } from '../../db/group-by.ts'
import type { Deps } from '../../deps.ts'
import {
  buildResponse,
  type CachedResponse,
  digest,
  encodeLike,
  sendCached,
} from '../../http/cached-response.ts'
import { canonicalId } from '../../http/canonical-id.ts'
import { allowOrigin } from '../../http/cors.ts'
import { notFound } from '../../http/refusal.ts'
import { readPublicShifts } from './public-shifts.ts'
import { getNameOfOrganization, listEvents, listRoles } from './queries.ts'

/** The answer that thousands of clients ask for: read and serialised once, until a change is announced. */
export function installPublicEvent(
  app: FastifyInstance,
  { config: { allowed_origins } }: Pick<Deps, 'config'>,
  getEvent: GetPublicEvent,
): void {
  const { path } = events.getPublicEvent
  app.get<{ Params: { eventId: string } }>(
    path,
    { config: { is_unlogged: true, cors: false } },
    async (request, reply) => {
      allowOrigin(request, reply, allowed_origins)
      const id = canonicalId(request.params.eventId)
      const answer = id === undefined ? undefined : await getEvent(id)
      if (!answer) throw notFound('event_not_found')
      return sendCached(request, reply, answer.json)
    },
  )
}

export const PUBLIC_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10'
/** ms. An announcement can be lost; a wrong answer stays no longer than this. */
const MAX_AGE = 5_000
/** ms. Of an event that is known to have changed: what `s-maxage` promises. */
const MAX_STALE = 1_000
/** While an event changes all the time, reading and encoding it takes at most this part of the time. */
const SHARE = 1 / 10
/** Measured: the parsed event takes 1.3 times the bytes of its JSON, both encodings together half of them. */
const MEMORY_PER_BYTE = 3

/** An event as the public may see it, and serialised. */
export type PublicAnswer = {
  readonly event: PublicEvent
  readonly json: CachedResponse
  /** A digest of what was read, without the moment. */
  readonly content: string
}
/** `rest`: ms for which it is sent although the event has changed. */
type Entry = { answer: PublicAnswer; read_at: number; rest: number; is_changed: boolean }
type Reading = { answer: Promise<PublicAnswer | undefined>; is_changed: boolean }

/** By canonical id; at once when the event is cached. Undefined for an unknown one. */
export type GetPublicEvent = (id: string) => PublicAnswer | Promise<PublicAnswer | undefined>

/** The answer of each event, read once for all clients that ask at the same time. */
export function openPublicEvents(deps: Deps): GetPublicEvent {
  const entries = new LRUCache<string, Entry>({
    maxSize: deps.config.public_cache_bytes / 2,
    sizeCalculation: ({ answer }) => answer.json.identity.body.length * MEMORY_PER_BYTE,
  })
  const readings = new Map<string, Reading>()
  deps.bus.subscribe((announcement) => {
    // A reading that is under way may have begun before the change.
    if (announcement.kind === 'shifts') {
      markChanged([entries.peek(announcement.event_id), readings.get(announcement.event_id)])
    }
    if (announcement.kind === 'resync') markChanged([...entries.values(), ...readings.values()])
  })

  return (id) => {
    const entry = entries.get(id)
    const reading = readings.get(id)
    if (entry) {
      // The first client after a change waits for its reading; the others get the answer before meanwhile.
      const age = performance.now() - entry.read_at
      if (age < (entry.is_changed ? (reading ? MAX_STALE : entry.rest) : MAX_AGE)) return entry.answer
    }
    return (reading ?? startReading(id, entry?.answer)).answer
  }

  function startReading(id: string, before: PublicAnswer | undefined): Reading {
    const reading: Reading = { is_changed: false, answer: read().finally(() => readings.delete(id)) }
    readings.set(id, reading)
    return reading

    /** Neither a failure nor an unknown id is cached. */
    async function read(): Promise<PublicAnswer | undefined> {
      const began = performance.now()
      const answer = await readAnswer(deps, id, before)
      if (!answer) {
        entries.delete(id)
        return undefined
      }
      if (before) await encodeLike(answer.json, before.json)
      const read_at = performance.now()
      const rest = Math.min(MAX_STALE, (read_at - began) / SHARE)
      entries.set(id, { answer, read_at, rest, is_changed: reading.is_changed })
      return answer
    }
  }
}

function markChanged(known: readonly ({ is_changed: boolean } | undefined)[]): void {
  for (const each of known) if (each) each.is_changed = true
}

/** When only the moment of the reading differs, the answer before stays: clients know its tag. */
async function readAnswer(
  { db, findOrganization }: Deps,
  id: string,
  before: PublicAnswer | undefined,
): Promise<PublicAnswer | undefined> {
  const org = await findOrganization.ofEvent(id)
  const event = org && (await db.transaction(org, (tx) => readPublicEvent(tx, id)))
  if (!event) return undefined
  const content = digest(JSON.stringify({ ...event, as_of: '' }))
  if (before?.content === content) return before
  // D22: only what the contract declares leaves.
  const declared = publicEvent.parse(event)
  const json = buildResponse(JSON.stringify(declared), {
    type: 'application/json; charset=utf-8',
    vary: ['origin'],
    headers: { 'cache-control': PUBLIC_CACHE },
  })
  return { event: declared, json, content }
}

/** Four statements; the shifts, with the moment they were read, come last. */
async function readPublicEvent(tx: OrgTx, id: string): Promise<PublicEvent | undefined> {
  const [event] = await listEvents(tx, id)
  if (!event) return undefined
  const organization = { name: await getNameOfOrganization(tx) }
  const roles = await listRoles(tx, id)
  const reading = await readPublicShifts(tx, id)
  if (!reading) return undefined

  const shifts = groupBy(reading.shifts, ({ role_id }) => role_id)
  return {
    ...event,
    organization,
    as_of: reading.as_of,
    roles: roles.map((role) => ({ ...role, shifts: shifts.get(role.id) ?? [] })),
  }
}
