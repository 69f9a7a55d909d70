import { type Language, languages } from '@muster/contract/language'
import type { PageRenderer } from '@muster/contract/page-renderer'
import { publicPath } from '@muster/contract/pages'
import type { PublicEvent } from '@muster/contract/public-event'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { canonicalId } from '../../access/canonical-id.ts'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { isKnown } from '../../edge/content-encoding.ts'
import { busy, notFound } from '../../edge/refusal.ts'
import type { BuiltClient } from '../../pages/built-client.ts'
import { sha256 } from '../../signing/sha256.ts'
import { drawPreview, type PreviewText, registerPreviewFonts } from './draw-preview.ts'
import type { GetPublicEvent } from './public-event.ts'

type PreviewOptions = { getEvent: GetPublicEvent; client: Pick<BuiltClient, 'pages' | 'fonts'> }

/** Share of the public cache. A picture takes some 50 kB. */
export const PREVIEW_SHARE = 1 / 16
/** Chats ask once per link. */
const REQUESTS_PER_MINUTE = 60
/**
 * Maximum number of pictures being drawn: each takes a thread of the pool, which passwords and compression need too,
 * for 30 ms.
 */
const MOST_PENDING = 30

/** Serves the picture that chats show beside a link to an event. */
export function installPreviewImage(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { getEvent, client: { pages, fonts } }: PreviewOptions,
): void {
  registerPreviewFonts(fonts)
  const findImage = createImages(config)
  const onRequest = limitPerClient(app, REQUESTS_PER_MINUTE)
  for (const language of languages) {
    app.get<{ Params: { eventId: string } }>(
      previewPath(':eventId', language),
      { onRequest, config: { is_unlogged: true, cors: false } },
      async (request, reply) => {
        const id = canonicalId(request.params.eventId)
        const answer = id === undefined ? undefined : await getEvent(id)
        if (!answer) throw notFound('event_not_found')
        const text = previewText(answer.event, language, pages)
        const etag = `"${versionOf(text)}"`
        reply.headers({ 'cache-control': 'public, max-age=300', etag })
        if (isKnown(request, etag)) return reply.status(304).send()
        const image = await findImage(`${answer.event.id} ${language}`, text)
        // Chats that run in a browser show the picture on their own pages.
        reply.header('cross-origin-resource-policy', 'cross-origin')
        return reply.type('image/png').send(image)
      },
    )
  }
}

/** Includes the version of the picture, because chats cache a picture by its address. */
export function previewUrl(
  { public_url }: Pick<Config, 'public_url'>,
  event: PublicEvent,
  { language, pages }: { language: Language; pages: PageRenderer },
): string {
  const version = versionOf(previewText(event, language, pages))
  return `${public_url}${previewPath(event.id, language)}?v=${version.slice(0, 12)}`
}

const previewPath = (event_id: string, language: Language) =>
  `${publicPath('event')}${event_id}/preview.${language}.png`

function previewText(event: PublicEvent, language: Language, pages: PageRenderer): PreviewText {
  const { name, location, organization } = event
  return { name, location, organization: organization.name, days: pages.dayRange(event, language) }
}

const versionOf = ({ name, days, location, organization }: PreviewText) =>
  sha256(JSON.stringify([name, days, location, organization]))

function createImages({ public_cache_bytes }: Pick<Config, 'public_cache_bytes'>) {
  const images = new LRUCache<string, { version: string; image: Buffer }>({
    maxSize: public_cache_bytes * PREVIEW_SHARE,
    sizeCalculation: ({ image }) => image.length,
  })
  const pending = new Map<string, Promise<Buffer>>()
  const one = pLimit(1)

  return (key: string, text: PreviewText): Buffer | Promise<Buffer> => {
    const version = versionOf(text)
    const known = images.get(key)
    if (known?.version === version) return known.image
    const started = pending.get(`${key} ${version}`)
    if (started) return started
    if (pending.size >= MOST_PENDING) throw busy()
    const drawn = one(() => drawPreview(text))
      .then((image) => {
        images.set(key, { version, image })
        return image
      })
      .finally(() => pending.delete(`${key} ${version}`))
    pending.set(`${key} ${version}`, drawn)
    return drawn
  }
}
