import type { Language } from '@muster/contract/language'
import type { EventPage, Manifest, OpenPages } from '@muster/contract/page-renderer'
import { type PublicPageName, publicPath } from '@muster/contract/pages'
import type { PublicEvent } from '@muster/contract/public-event'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { dateFormat } from './format/dates.ts'
import { setLanguage } from './i18n/language.ts'
import { setSearch } from './ui/hooks/navigation.ts'
import { EventHead, ShiftHead } from './volunteer/events/event-head.tsx'
import PublicEventPage from './volunteer/events/event-page.tsx'
import { INLINED_EVENT, setInlinedEvent } from './volunteer/events/public-event.ts'
import { structuredEvent } from './volunteer/events/structured-event.ts'
import { usePublicText } from './volunteer/events/texts.ts'
import { LinkHead } from './volunteer/personal-page/preview/link-head.tsx'
import privacyEn from './volunteer/terms/privacy-en.ts'
import PrivacyPage from './volunteer/terms/privacy-page.tsx'
import privacySv from './volunteer/terms/privacy-sv.ts'
import TermsPage from './volunteer/terms/terms-page.tsx'
import { en as termsEn, sv as termsSv } from './volunteer/terms/texts.ts'

/* The API renders the public pages as HTML. They are never hydrated: Node and browsers format dates differently. */

export const openPages: OpenPages = ({ document, manifest, styles }) => ({
  writeEvent(page) {
    setLanguage(page.language)
    setInlinedEvent(page)
    setSearch(page.search)
    return fill(document, {
      language: page.language,
      head: renderToStaticMarkup(<Head page={page} />),
      preloads: preloads(manifest, 'event'),
      body: renderToString(
        <PublicEventPage event_id={page.event_id} ContactForm={NoForm} most={MOST_SHIFTS} />,
      ),
      data: page,
      structured: writeStructured(page),
      styles,
    })
  },
  writeEmpty(page, language = 'en') {
    const empty = document.replace('</head>', () => `${preloads(manifest, page)}</head>`)
    const known = TEXTS[page]
    if (!known) return empty
    setLanguage(language)
    return empty
      .replace('<html lang="en">', () => `<html lang="${language}">`)
      .replace(/<title>.*<\/title>/, () =>
        renderToStaticMarkup(<title>{`${known.titles[language]} · Muster`}</title>),
      )
      .replace('<div id="root"></div>', () => `<div id="root">${renderToString(<known.Page />)}</div>`)
  },
  writeShift({ event, shift_id, language, origin, preview_url }) {
    setLanguage(language)
    const empty = document
      .replace('<html lang="en">', () => `<html lang="${language}">`)
      .replace('</head>', () => `${preloads(manifest, 'signup')}</head>`)
    if (!event) return empty
    const address = `${origin}${publicPath('signup', { eventId: event.id, shiftId: shift_id })}`
    const head = <ShiftHead event={event} shift_id={shift_id} address={address} image={preview_url} />
    return empty
      .replace(/<title>.*<\/title>/, () => renderToStaticMarkup(head))
      .replace(/<meta name="description"[^>]*>/, '')
  },
  writeLink(link) {
    setLanguage(link.language)
    return document
      .replace('<html lang="en">', () => `<html lang="${link.language}">`)
      .replace('</head>', () => `${preloads(manifest, link.page)}</head>`)
      .replace(/<title>.*<\/title>/, () => renderToStaticMarkup(<LinkHead {...link} />))
      .replace(/<meta name="description"[^>]*>/, '')
  },
  missing: document,
  dayRange: ({ time_zone, event_date_start, event_date_end }, language) =>
    dateFormat(language, time_zone).dayRange(event_date_start, event_date_end),
})

type Text = { Page: () => ReactNode; titles: Record<Language, string> }

/** Pages that can be read without scripts. */
const TEXTS: Partial<Record<PublicPageName, Text>> = {
  terms: { Page: TermsPage, titles: { en: termsEn.title, sv: termsSv.title } },
  privacy: { Page: PrivacyPage, titles: { en: privacyEn.title, sv: privacySv.title } },
}

/** Maximum number of shifts in the HTML. Rendering 250 blocks the server for some 40 ms; the scripts add the rest. */
const MOST_SHIFTS = 250

const addressOf = ({ origin }: EventPage, event: PublicEvent) =>
  `${origin}${publicPath('event', { eventId: event.id })}`

function Head({ page }: { page: EventPage }) {
  const { event } = page
  const t = usePublicText()
  return event ? (
    <EventHead event={event} address={addressOf(page, event)} image={page.preview_url} />
  ) : (
    <title>{`${t('errors.gone')} · Muster`}</title>
  )
}

type Parts = {
  language: string
  head: string
  preloads: string
  body: string
  data: EventPage
  structured: string
  styles: string
}

function fill(
  document: string,
  { language, head, preloads: links, body, data: { event_id, event, preview }, structured, styles }: Parts,
): string {
  const json = scriptJson({ event_id, event, preview })
  const sheets = [...document.matchAll(STYLE_SHEET)].map(([sheet]) => sheet)
  return (
    document
      .replace('<html lang="en">', () => `<html lang="${language}">`)
      .replace(/<title>.*<\/title>/, () => head)
      .replace(/<meta name="description"[^>]*>/, '')
      // Style sheets in the head would delay the first paint by a round trip. At the end of the body they serve later
      // pages, and keep Vite from loading them before the page's chunk.
      .replaceAll(STYLE_SHEET, '')
      .replace('<script ', (script) => `<style>${styles}</style>${themeOf(event)}${script}`)
      .replace('</body>', () => `${sheets.join('').replaceAll('<link ', '<link media="print" ')}</body>`)
      .replace('</head>', () => `${links}</head>`)
      // The page can be read before the scripts arrive, so on a slow line the font is loaded first.
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root">${body}</div><script type="application/json" id="${INLINED_EVENT}">${json}</script>${structured}`,
      )
  )
}

/** Its hash is allowed by the policy of the page, as that of the styles is. */
const themeOf = (event: PublicEvent | null) =>
  event?.organization.theme ? `<style>${event.organization.theme}</style>` : ''

/** Writes a data block, which the content security policy need not allow. */
function writeStructured(page: EventPage): string {
  const { event, preview_url: image } = page
  if (!event || page.preview) return ''
  const json = scriptJson(structuredEvent(event, { address: addressOf(page, event), image }))
  return `<script type="application/ld+json">${json}</script>`
}

/** Escapes `<`, so that the JSON contains no `</script>`. */
const scriptJson = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

/** Preloads the page with all imports, which the browser would otherwise find one after the other. */
function preloads(manifest: Manifest, page: PublicPageName): string {
  const key = Object.keys(manifest).find((source) => source.endsWith(`/${page}-page.tsx`))
  const known = closure(manifest, 'public.html')
  return [...closure(manifest, key ?? `${page}-page.tsx`)]
    .filter((file) => !known.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

function closure(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) closure(manifest, next, files)
  return files
}

/** Replaces the form of `?shift=`, which needs scripts. So the same HTML serves all addresses of the event. */
const NoForm = (): ReactNode => null
