import { type Language, languages } from '@muster/contract/language'
import type { PageRenderer } from '@muster/contract/page-renderer'
import { pathOf } from '@muster/contract/pages'
import type { PublicEvent } from '@muster/contract/public-event'
import {
  type FilterChoices,
  listChoices,
  readShiftFilter,
  writeShiftFilter,
} from '@muster/contract/rules/shift-filter'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { canonicalId, redirectToCanonical } from '../../access/canonical-id.ts'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { buildResponse, type CachedResponse, encodeLike, sendCached } from '../../edge/cached-response.ts'
import { policyWithStyles } from '../../edge/security-headers.ts'
import { type BuiltClient, styleHash } from '../../pages/built-client.ts'
import { HTML } from '../../pages/html.ts'
import { languageOf } from '../../pages/language.ts'
import { isPreviewOf } from '../../signing/preview-token.ts'
import { sha256 } from '../../signing/sha256.ts'
import { PREVIEW_SHARE, previewUrl } from './preview-image.ts'
import {
  findLinked,
  type GetPublicEvent,
  PUBLIC_CACHE,
  type PublicAnswer,
  readPreview,
} from './public-event.ts'

type EventPageOptions = { getEvent: GetPublicEvent; client: Pick<BuiltClient, 'pages' | 'style_hash'> }

type EventRoute = { Params: { eventId: string }; Querystring: { preview?: unknown; k?: unknown } }
type ShiftRoute = { Params: { eventId: string; shiftId: string } }
type EventRequest = FastifyRequest<EventRoute>

/** Milliseconds after which a page is rendered again, because a shift may have ended. */
const MAX_AGE = 30_000
/** Share of the event loop's time for rendering cached pages again: rendering blocks it. */
const SHARE = 1 / 10
/** Maximum age in milliseconds of an outdated page, even if rendering is busy; equals `stale-while-revalidate`. */
const MAX_STALE = 10_000
/** Milliseconds that rendering may be ahead of its share before nothing more is rendered (D66). */
const MAX_DEBT = 5_000
/** Share of the public cache for filtered pages. */
const FILTERED_SHARE = 1 / 8
/** Measured: both encodings together take less than half of the page. */
const MEMORY_PER_BYTE = 1.5

export function installEventPage(
  app: FastifyInstance,
  deps: Deps,
  { getEvent, client: { pages, style_hash } }: EventPageOptions,
): void {
  const { config } = deps
  const origin = config.public_url
  const policy = policyWithStyles(config, [style_hash])
  const policyOf = ({ organization: { theme } }: PublicEvent) =>
    theme === null ? policy : policyWithStyles(config, [style_hash, styleHash(theme)])
  const { findPage, findLastPage } = createPageCache(pages, { config, policyOf })
  const findShiftPage = createShiftPages(pages, config)

  app.get<EventRoute>(
    pathOf('event'),
    { onRequest: redirectToCanonical, config: { is_unlogged: true, cors: false } },
    (request, reply) => {
      reply.header('content-security-policy', policy)
      const event_id = canonicalId(request.params.eventId)
      if (event_id !== undefined && isPreview(request, event_id)) return sendPreview(request, reply, event_id)
      const found = event_id === undefined ? undefined : findLinked(getEvent, event_id, request.query.k)
      if (!(found instanceof Promise)) return sendPage(request, reply, found)
      return found.then(
        (answer) => sendPage(request, reply, answer),
        (error: unknown) => {
          request.log.error({ err: error }, 'an event could not be read for its page')
          const last = event_id && findLastPage(event_id, request.headers['accept-language'])
          return last
            ? sendCached(request, reply, last)
            : sendEmpty(reply.status(503).header('retry-after', 2))
        },
      )
    },
  )

  function isPreview({ query }: EventRequest, event_id: string): boolean {
    const { preview } = query
    return (
      typeof preview === 'string' && isPreviewOf(deps.keys, event_id, { token: preview, now: deps.now() })
    )
  }

  /** D49 */
  async function sendPreview(request: EventRequest, reply: FastifyReply, event_id: string) {
    const published = await getEvent(event_id)
    const found = published ? undefined : await readPreview(deps, event_id)
    if (!found) return sendPage(request, reply, published)
    const { organization_id, answer } = found
    const language = languageFor(request, answer)
    const preview = { organization_id }
    const page = {
      event_id,
      event: answer.event,
      search: '',
      language,
      origin,
      preview_url: undefined,
      preview,
    }
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policyOf(answer.event),
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .type(HTML)
      .send(pages.writeEvent(page))
  }

  function sendPage(request: EventRequest, reply: FastifyReply, answer: PublicAnswer | undefined) {
    const language = languageFor(request, answer)
    if (!answer) {
      const event = { event_id: request.params.eventId, event: null }
      const missing = pages.writeEvent({ ...event, search: '', language, origin, preview_url: undefined })
      return reply.status(404).header('cache-control', 'no-store').type(HTML).send(missing)
    }
    if (answer.is_linked) reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    const page = findPage(answer, { language, search: readSearch(answer, request.url) })
    if (!page) return sendEmpty(reply)
    return page instanceof Promise
      ? page.then((response) => sendCached(request, reply, response))
      : sendCached(request, reply, page)
  }

  app.get<ShiftRoute>(
    pathOf('signup'),
    { onRequest: redirectToCanonical, config: { cors: false } },
    async (request, reply) => {
      const event_id = canonicalId(request.params.eventId)
      const answer = event_id === undefined ? undefined : await findForPreview(request, event_id)
      return sendCached(
        request,
        reply,
        findShiftPage(languageFor(request, answer), answer?.event, request.params.shiftId),
      )
    },
  )

  /** The form opens also without a preview. */
  async function findForPreview(
    request: FastifyRequest,
    event_id: string,
  ): Promise<PublicAnswer | undefined> {
    try {
      return await getEvent(event_id)
    } catch (error) {
      request.log.error({ err: error }, 'an event could not be read for the preview of a shift')
      return undefined
    }
  }

  /** The page's scripts read and render the event. */
  function sendEmpty(reply: FastifyReply) {
    return reply.header('cache-control', 'no-store').type(HTML).send(pages.writeEmpty('event'))
  }
}

/** Crawlers of chats state no language: they get the organisation's. */
const languageFor = ({ headers }: FastifyRequest, answer: PublicAnswer | undefined): Language =>
  headers['accept-language'] === undefined && answer
    ? answer.language
    : languageOf(headers['accept-language'])

const MOST_SHIFT_PAGES = 1_000

/** The document of the sign-up, with what chats show beside its link. The scripts render the page. */
function createShiftPages(pages: PageRenderer, config: Pick<Config, 'public_url'>) {
  const responses = new LRUCache<string, CachedResponse>({ max: MOST_SHIFT_PAGES })
  return (language: Language, event: PublicEvent | undefined, shift_id: string): CachedResponse => {
    const html = pages.writeShift({
      event,
      shift_id,
      language,
      origin: config.public_url,
      preview_url: event && previewUrl(config, event, { language, pages }),
    })
    const key = sha256(html)
    const known = responses.get(key)
    if (known) return known
    const headers = { 'cache-control': 'no-cache' }
    const response = buildResponse(html, { type: HTML, vary: ['accept-language'], headers })
    responses.set(key, response)
    return response
  }
}

/** Returns known filter values in one spelling, because other spellings must not make more cache entries. */
function readSearch(answer: PublicAnswer, url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return ''
  const choices = choicesOf.get(answer) ?? listEventChoices(answer)
  choicesOf.set(answer, choices)
  return writeShiftFilter(readShiftFilter(new URLSearchParams(url.slice(query)), choices), choices)
}

function listEventChoices({ event: { roles, time_zone } }: PublicAnswer): FilterChoices {
  return listChoices(
    roles.flatMap(({ shifts }) => shifts),
    time_zone,
  )
}

const choicesOf = new WeakMap<PublicAnswer, FilterChoices>()

type Variant = { language: Language; search: string }
type Entry = { response: CachedResponse; version: string; rendered_at: number }

type PageCacheOptions = {
  config: Pick<Config, 'public_url' | 'public_cache_bytes'>
  policyOf: (event: PublicEvent) => string
}

function createPageCache(pages: PageRenderer, { config, policyOf }: PageCacheOptions) {
  const whole = createEntries(config.public_cache_bytes * (1 / 2 - FILTERED_SHARE - PREVIEW_SHARE))
  // Filtered pages have their own cache: an event has hundreds, and they must not evict the pages of other events.
  const filtered = createEntries(config.public_cache_bytes * FILTERED_SHARE)
  const pending = new Map<string, Promise<CachedResponse>>()
  let next_render_at = 0

  /** Returns undefined for a page without a copy while rendering is over its budget (D66). */
  function findPage(
    answer: PublicAnswer,
    variant: Variant,
  ): CachedResponse | Promise<CachedResponse> | undefined {
    const entries = variant.search === '' ? whole : filtered
    const key = keyOf(answer.is_linked ? `${answer.event.id} ${answer.link_key}` : answer.event.id, variant)
    const known = entries.get(key)
    const now = performance.now()
    const age = known ? now - known.rendered_at : Number.POSITIVE_INFINITY
    if (known && age < MAX_AGE && known.version === answer.json.etag) return known.response
    const next = pending.get(key)
    if (known && age < MAX_STALE && (next || now < next_render_at)) return known.response
    if (next) return next
    if (next_render_at - now > MAX_DEBT) {
      // The whole page will do: its scripts apply the filter.
      return entries === filtered ? findPage(answer, { ...variant, search: '' }) : known?.response
    }
    const entry = render(answer, variant)
    if (known) return replace({ entries, key, known }, entry)
    entries.set(key, entry)
    return entry.response
  }

  function render({ event, json, is_linked, link_key }: PublicAnswer, { language, search }: Variant): Entry {
    const started_at = performance.now()
    const html = pages.writeEvent({
      event_id: event.id,
      event,
      search: is_linked ? [`k=${link_key}`, search].filter(Boolean).join('&') : search,
      language,
      origin: config.public_url,
      preview_url: previewUrl(config, event, { language, pages }),
    })
    const rendered_at = performance.now()
    next_render_at = Math.max(next_render_at, rendered_at) + (rendered_at - started_at) / SHARE
    const response = buildResponse(html, {
      type: HTML,
      vary: ['accept-language'],
      headers: { 'cache-control': PUBLIC_CACHE, 'content-security-policy': policyOf(event) },
    })
    return { response, version: json.etag, rendered_at }
  }

  type Place = { entries: LRUCache<string, Entry>; key: string; known: Entry }

  async function replace({ entries, key, known }: Place, entry: Entry): Promise<CachedResponse> {
    const encoded = encodeLike(entry.response, known.response)
      .then(() => {
        entries.set(key, entry)
        return entry.response
      })
      .finally(() => pending.delete(key))
    pending.set(key, encoded)
    return encoded
  }

  /** Without a stated language it is any copy: that of the organisation cannot be read now. */
  const findLastPage = (event_id: string, accepted: string | undefined): CachedResponse | undefined => {
    const wanted = accepted === undefined ? languages : [languageOf(accepted)]
    const copies = wanted.map((language) => whole.get(keyOf(event_id, { language, search: '' })))
    return copies.find((copy) => copy !== undefined)?.response
  }

  return { findPage, findLastPage }
}

const keyOf = (event_id: string, { language, search }: Variant) => [event_id, language, search].join(' ')

function createEntries(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ response }) => Math.ceil(response.identity.body.length * MEMORY_PER_BYTE),
  })
}
