import type { Language } from './language.ts'
import type { PublicPageName } from './pages.ts'
import type { PublicEvent } from './public-event.ts'

/* Implemented by the web app's build and called by the API (docs/decisions/0006): this file holds types only. */

export type Manifest = { readonly [key: string]: { file: string; imports?: string[] } }

export type EventPage = {
  event_id: string
  /** Null: the event does not exist, and the page says so. */
  event: PublicEvent | null
  /** Query of the address: which shifts to show (rules/shift-filter). */
  search: string
  language: Language
  /** Scheme, host and port of the pages. */
  origin: string
  /** URL of the picture that chats show. Undefined without an event. */
  preview_url: string | undefined
}

export type PageRenderer = {
  /** Renders the page with its data and styles inlined. Synchronous: some milliseconds for a hundred shifts. */
  writeEvent(page: EventPage): string
  /** A page without its data, which preloads its chunk: the terms and the privacy notice in full, of others nothing. */
  writeEmpty(page: PublicPageName, language?: Language): string
  missing: string
  /** The days of an event, as the page writes them. */
  dayRange(event: PublicEvent, language: Language): string
}

/** `document` is the built `public.html`, `styles` the content of its style sheets. */
export type OpenPages = (built: { document: string; manifest: Manifest; styles: string }) => PageRenderer
