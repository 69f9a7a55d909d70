import type { Pages } from '@muster/contract/pages'
import { wallToInstant } from '@muster/contract/rules/zone'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { BuiltClient } from '../../http/built-client.ts'
import { addVary, type KeptAnswer, keepAnswer, sendKept } from '../../http/kept-answer.ts'
import { languageOf } from '../../http/language.ts'
import { allowStyle } from '../../http/security-headers.ts'
import { type GetPublicEvent, PUBLIC_CACHE, type PublicAnswer } from './public-event.ts'

type Given = {
  deps: Pick<Deps, 'config'>
  getEvent: GetPublicEvent
  client: Pick<BuiltClient, 'pages' | 'style_hash'>
}

const HTML = 'text/html; charset=utf-8'
/** ms. A shift that has ended meanwhile is over: the page in the browser looks as often. */
const MAX_AGE = 30_000
/** While an event changes all the time, writing its page takes at most this part of the time. */
const SHARE = 1 / 10
const MAX_PAGES = 500

/** /e/:eventId as HTML: readable before any script, and the link pasted into a chat says what it is. */
export function installEventPage(
  app: FastifyInstance,
  { deps, getEvent, client: { pages, style_hash } }: Given,
): void {
  const origin = deps.config.public_url
  const write = keepPages(pages, origin)

  app.get<{ Params: { eventId: string }; Querystring: { day?: unknown } }>(
    '/e/:eventId',
    async (request, reply) => {
      const { eventId: event_id } = request.params
      const language = languageOf(request.headers['accept-language'])
      addVary(reply, 'accept-language')
      allowStyle(reply, style_hash)
      const answer = await getEvent(event_id).catch((error: unknown) => {
        request.log.error({ err: error }, 'an event could not be read for its page')
        return 'failed' as const
      })
      if (answer === 'failed') {
        // The page itself asks again, and says how it stands.
        reply.status(503).header('retry-after', 2).header('cache-control', 'no-store')
        return reply.type(HTML).send(pages.writeEmpty('event'))
      }
      if (!answer) {
        const missing = pages.writeEvent({ event_id, event: null, language, origin })
        return reply.status(404).header('cache-control', 'no-store').type(HTML).send(missing)
      }
      reply.header('cache-control', PUBLIC_CACHE)
      const day = findDay(answer, request.query.day)
      return sendKept(request, reply, write(event_id, answer, { language, day }))
    },
  )
}

/** One of the days on which a shift begins, so that there are no more pages than days. */
function findDay({ event: { roles, time_zone } }: PublicAnswer, asked: unknown): string | undefined {
  const { data: day } = z.iso.date().safeParse(asked)
  if (!day) return undefined
  const first = wallToInstant(`${day}T00:00`, time_zone)
  const last = wallToInstant(`${day}T23:59`, time_zone)
  const isOne = roles.some(({ shifts }) =>
    shifts.some(({ start_dt }) => first <= start_dt && start_dt <= last),
  )
  return isOne ? day : undefined
}

type Wanted = { language: 'en' | 'sv'; day: string | undefined }
type Written = { source: PublicAnswer; page: KeptAnswer; written_at: number; took: number }

/** Each event's page in each language, whole and of one day, written anew when the event is another. */
function keepPages(pages: Pages, origin: string) {
  const kept = new Map<string, Written>()

  return (event_id: string, source: PublicAnswer, { language, day }: Wanted): KeptAnswer => {
    const key = [language, event_id, day].join(' ')
    const known = kept.get(key)
    const now = performance.now()
    if (known) {
      const stays = known.source === source ? MAX_AGE : known.took / SHARE
      if (now - known.written_at < stays) return known.page
    }
    const page = keepAnswer(HTML, pages.writeEvent({ event_id, event: source.event, day, language, origin }))
    if (kept.size >= MAX_PAGES) kept.clear()
    const written_at = performance.now()
    kept.set(key, { source, page, written_at, took: written_at - now })
    return page
  }
}
