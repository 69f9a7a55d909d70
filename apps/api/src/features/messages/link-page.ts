import type { Language } from '@muster/contract/language'
import { paletteCss } from '@muster/contract/palette'
import type { FastifyInstance } from 'fastify'
import { actAs } from '../../db/actor.ts'
import { type Html, html, writeDocument } from '../../pages/html.ts'
import { messagesTexts } from './texts.ts'

/* A GET changes nothing, since link scanners open every link: only the form does (D28, D31). */

/** Pages are not cached or indexed. Mail clients post with various content types (RFC 8058). */
export function installLinkPages(app: FastifyInstance, install: (pages: FastifyInstance) => void): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, body),
    )
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    })
    // D63: the actor on these pages is the holder of the link.
    pages.addHook('preHandler', (_request, _reply, done) => actAs({ kind: 'link' }, done))
    install(pages)
  })
}

export const LINK_PAGE_CSS = '/unsubscribe/page.css'

type LinkPage = {
  language: Language
  title: string
  organization?: string
  content: Html
}

export function linkPage({ language, title, organization, content }: LinkPage): string {
  const t = messagesTexts[language]
  return writeDocument({
    language,
    title: `${title} · Muster`,
    css: LINK_PAGE_CSS,
    icon: '/favicon.svg',
    is_private: true,
    body: html`<header>${organization ?? 'Muster'}</header>
<main><h1>${title}</h1>
${content}
</main>
${organization === undefined ? undefined : html`<footer>${t('scheduled_with')} <b>Muster</b></footer>`}`,
  })
}

export function unknownLinkPage(language: Language): string {
  const t = messagesTexts[language]
  return linkPage({
    language,
    title: t('unknown_link.title'),
    content: html`<p>${t('unknown_link.text')}</p>`,
  })
}

/** `font`: URL of the font in the built client, which a process without pages does not have. */
export const linkPageCss = (font: string | undefined) => `
${font ? `@font-face { font-family: Figtree; src: url('${font}') format('woff2'); font-weight: 300 900; font-display: swap }` : ''}
:root { color-scheme: light dark; ${paletteCss} }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.55 Figtree, system-ui, sans-serif }
header, main, footer { max-width: 640px; margin: 0 auto; padding: 0 20px; overflow-wrap: anywhere }
header { padding-block: 18px; font-size: 17px; line-height: 1.25; font-weight: 700 }
main { padding-block: 24px 48px }
footer { padding-bottom: 24px; color: var(--ink-3); font-size: 14px }
footer b { color: var(--ink-2) }
a { color: var(--primary); text-underline-offset: 0.2em }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere }
h2 { margin: 0; font-size: 16px }
p { margin: 0; color: var(--ink-2); overflow-wrap: anywhere }
ul { margin: 24px 0; padding: 0 24px; list-style: none; border: 1px solid var(--line); border-radius: 14px;
  background: var(--surface) }
li { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between; padding: 20px 0 }
li + li { border-top: 1px solid var(--line) }
li > div { flex: 1 1 240px; min-width: 0 }
[role='status'] { color: var(--ok); font-weight: 600 }
button { min-height: 44px; padding: 8px 18px; border: 0; border-radius: 12px; background: var(--primary);
  color: var(--on-primary); font: 600 16px/1.25 Figtree, system-ui, sans-serif; cursor: pointer }
button.quiet { background: transparent; color: var(--ink); box-shadow: inset 0 0 0 1px var(--line-strong) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
main > p + p { margin-top: 12px }
main > form { margin: 16px 0 }
.hint { font-size: 14px }
`
