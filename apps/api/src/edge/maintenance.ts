import type { Language } from '@muster/contract/language'
import { addNamespace } from '@muster/contract/translate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findMaintenance } from '../db/maintenance.ts'
import type { Deps } from '../deps.ts'
import { html, writeDocument } from '../pages/html.ts'
import { answerLanguage } from '../pages/language.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { unavailable } from './refusal.ts'

/** ms between two reads of the state. Within this time all servers refuse, or serve again. */
const EVERY = 2_000
/** Seconds. Clients retry this often once the expected end has passed. */
const LEAST_WAIT = 30
/** Paths of monitoring, and of files that the maintenance page needs. */
const SERVED = ['/healthz', '/readyz', '/metrics', '/favicon.svg']

/** `css`: stylesheet of the page. The state is kept while the database is unavailable, which may be the reason. */
export function installMaintenance(app: FastifyInstance, { db, log, now }: Deps, css: string): void {
  let until: string | undefined
  let polling: RepeatedTask | undefined

  app.addHook('onListen', async () => {
    polling = repeat({ log }, EVERY, async () => {
      try {
        until = await db.system(findMaintenance)
      } catch (error) {
        log.debug({ err: error }, 'the maintenance mode is not known')
      }
    })
  })
  app.addHook('onClose', (_app, done) => {
    // Not awaited: a silent database would delay the shutdown.
    void polling?.stop()
    done()
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (until === undefined || isServed(request, css)) return done()
    const wait = Math.max(LEAST_WAIT, Math.ceil((Date.parse(until) - Date.parse(now())) / 1000))
    if (!isPage(request)) return done(unavailable('busy', wait))
    reply
      .status(503)
      .headers({ 'retry-after': wait, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(writePage(answerLanguage(request, reply), css))
  })
}

const isServed = ({ url }: FastifyRequest, css: string) => [...SERVED, css].includes(url)

const isPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept?.includes('text/html') ?? false)

function writePage(language: Language, css: string): string {
  const t = texts[language]
  return writeDocument({
    language,
    title: `${t('title')} · Muster`,
    css,
    icon: '/favicon.svg',
    is_private: true,
    body: html`<header>Muster</header>
<main><h1>${t('title')}</h1>
<p>${t('text')}</p>
</main>`,
  })
}

const texts = addNamespace('maintenance', {
  en: {
    title: 'Muster is being updated',
    text: 'It will be back soon. Please try again in a while.',
  },
  sv: {
    title: 'Muster uppdateras',
    text: 'Det är snart igång igen. Försök igen om en stund.',
  },
})
