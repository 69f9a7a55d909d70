import { createHash } from 'node:crypto'
import { events, type PublicEvent, publicEvent } from '@muster/contract/events'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { groupBy } from '../../group-by.ts'
import { notFound } from '../../http/refusal.ts'
import { readPublicShifts } from './public-shifts.ts'
import { getNameOfOrganization, listEvents, listRoles } from './queries.ts'

/** The page that thousands look at: what was read once is sent as it is until something is announced. */
export function installPublicEvent(app: FastifyInstance, deps: Deps): void {
  const getAnswer = openPublicAnswers(deps)
  app.get<{ Params: { eventId: string } }>(events.getPublicEvent.path, async (request, reply) => {
    const { data: id } = z.uuid().safeParse(request.params.eventId)
    const answer = id && (await getAnswer(id.toLowerCase()))
    if (!answer) throw notFound('event_not_found')

    reply.header('etag', answer.etag).header('cache-control', CACHE_CONTROL)
    if (isKnown(request.headers['if-none-match'], answer.etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(answer.body)
  })
}

const CACHE_CONTROL = 'public, max-age=0, s-maxage=1, stale-while-revalidate=10'
/** ms. An announcement can be lost; a wrong page stays wrong no longer than this. */
const MAX_AGE = 1_000
const MAX_EVENTS = 1_000

type Answer = { body: string; etag: string; content: string }
type Kept = { answer: Promise<Answer | undefined>; read_at: number }

/** The serialised answer of each event, read once however many ask at the same time. */
function openPublicAnswers(deps: Deps): (id: string) => Promise<Answer | undefined> {
  const kept = new Map<string, Kept>()
  deps.bus.subscribe((announcement) => {
    // A reading that is under way is dropped too: it may have begun before the change.
    if (announcement.kind === 'shifts') kept.delete(announcement.event_id)
    if (announcement.kind === 'resync') kept.clear()
  })

  return (id) => {
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
  before: Promise<Answer | undefined> | undefined,
): Promise<Answer | undefined> {
  const org = await findOrganization.ofEvent(id)
  const event = org && (await db.transaction(org, (tx) => readPublicEvent(tx, id)))
  if (!event) return undefined
  // D22: only what the contract declares leaves.
  const declared = publicEvent.parse(event)
  const content = digest({ ...declared, as_of: '' })
  const known = await before?.catch(() => undefined)
  if (known?.content === content) return known
  return { body: JSON.stringify(declared), etag: `"${digest(declared)}"`, content }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

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

/** RFC 9110: If-None-Match compares weakly, for a cache on the way may have compressed the body. */
function isKnown(if_none_match: string | undefined, etag: string): boolean {
  return (if_none_match ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
