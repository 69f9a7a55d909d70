import { events, type PublicEvent, publicEvent } from '@muster/contract/events'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { groupBy } from '../../group-by.ts'
import { digest, type KeptAnswer, keepAnswer, sendKept } from '../../http/kept-answer.ts'
import { notFound } from '../../http/refusal.ts'
import { readPublicShifts } from './public-shifts.ts'
import { getNameOfOrganization, listEvents, listRoles } from './queries.ts'

/** The page that thousands look at: what was read once is sent as it is until something is announced. */
export function installPublicEvent(app: FastifyInstance, getEvent: GetPublicEvent): void {
  app.get<{ Params: { eventId: string } }>(events.getPublicEvent.path, async (request, reply) => {
    const answer = await getEvent(request.params.eventId)
    if (!answer) throw notFound('event_not_found')

    reply.header('cache-control', PUBLIC_CACHE)
    return sendKept(request, reply, answer.json)
  })
}

export const PUBLIC_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10'
/** ms. An announcement can be lost; a wrong page stays wrong no longer than this. */
const MAX_AGE = 1_000
const MAX_EVENTS = 1_000

/** An event as the public may see it, and serialised. */
export type PublicAnswer = { event: PublicEvent; json: KeptAnswer; content: string }
type Kept = { answer: Promise<PublicAnswer | undefined>; read_at: number }

/** By id, in any spelling; undefined for what is none. */
export type GetPublicEvent = (id: string) => Promise<PublicAnswer | undefined>

/** The answer of each event, read once however many ask at the same time. */
export function openPublicEvents(deps: Deps): GetPublicEvent {
  const kept = new Map<string, Kept>()
  deps.bus.subscribe((announcement) => {
    // A reading that is under way is dropped too: it may have begun before the change.
    if (announcement.kind === 'shifts') kept.delete(announcement.event_id)
    if (announcement.kind === 'resync') kept.clear()
  })

  return async (given) => {
    const { data: id } = z.uuid().safeParse(given.toLowerCase())
    if (!id) return undefined
    const now = performance.now()
    const known = kept.get(id)
    if (known && now - known.read_at < MAX_AGE) return known.answer

    const answer = readAnswer(deps, id, known?.answer)
    if (kept.size >= MAX_EVENTS) kept.clear()
    kept.set(id, { answer, read_at: now })
    // Neither a failure nor an unknown id is kept: the next to ask tries again.
    const forget = () => {
      if (kept.get(id)?.answer === answer) kept.delete(id)
    }
    answer.then((found) => found ?? forget(), forget)
    return answer
  }
}

/** What differs from the answer before in its moment only is that answer: its tag stays known. */
async function readAnswer(
  { db, findOrganization }: Deps,
  id: string,
  before: Promise<PublicAnswer | undefined> | undefined,
): Promise<PublicAnswer | undefined> {
  const org = await findOrganization.ofEvent(id)
  const event = org && (await db.transaction(org, (tx) => readPublicEvent(tx, id)))
  if (!event) return undefined
  // D22: only what the contract declares leaves.
  const declared = publicEvent.parse(event)
  const content = digest(JSON.stringify({ ...declared, as_of: '' }))
  const known = await before?.catch(() => undefined)
  if (known?.content === content) return known
  const json = keepAnswer('application/json; charset=utf-8', JSON.stringify(declared))
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
