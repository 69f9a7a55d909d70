import type { Language } from './language.ts'
import type { LinkPageName, PublicPageName } from './pages.ts'
import type { PublicEvent } from './public-event.ts'

/* Implemented by the web app's build and called by the API (docs/decisions/0006): this file holds types only. */

export type Manifest = { readonly [key: string]: { file: string; imports?: string[] } }

export type EventPage = {
  event_id: string
  /** Null if the event does not exist; the page then says so. */
  event: PublicEvent | null
  /** Query of the address, which filters the shifts (rules/shift-filter). */
  search: string
  language: Language
  /** Scheme, host and port of the pages. */
  origin: string
  /** URL of the picture that chats show. Undefined if there is no event, or nobody may see it. */
  preview_url: string | undefined
  /** D49: of a draft, which a member looks at. */
  preview?: { organization_id: string }
}

export type ShiftPage = Pick<EventPage, 'language' | 'origin' | 'preview_url'> & {
  event: PublicEvent | undefined
  shift_id: string
}

export type LinkPage = { page: LinkPageName; organization: string; language: Language }

export type PageRenderer = {
  /** Renders the page with its data and styles inlined. It blocks for some milliseconds with a hundred shifts. */
  writeEvent(page: EventPage): string
  /** Writes a page that preloads its chunk. Only the terms and the privacy notice have their content. */
  writeEmpty(page: PublicPageName, language?: Language): string
  /** Writes the page of a sign-up like `writeEmpty`, with the preview of its shift, if the event has it. */
  writeShift(page: ShiftPage): string
  /** Writes the page of a link with a token like `writeEmpty`, with a preview that names the organisation only. */
  writeLink(page: LinkPage): string
  missing: string
  /** Formats the days of an event as the page does. */
  dayRange(event: PublicEvent, language: Language): string
}

/** `document` is the built `public.html`, `styles` the content of its style sheets. */
export type OpenPages = (built: { document: string; manifest: Manifest; styles: string }) => PageRenderer
