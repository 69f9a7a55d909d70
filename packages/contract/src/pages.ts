import type { PublicEvent } from './events.ts'
import type { Language } from './fields.ts'

/*
 * What the built client can do for the api: write a page that is readable before any script has run. Types only;
 * the code is made by the client's build (docs/decisions/0006).
 */

/** Which file of the build needs which others. */
export type Manifest = { readonly [key: string]: { file: string; imports?: string[] } }

export type EventPage = {
  event_id: string
  /** Null: there is no such event, and the page says so. */
  event: PublicEvent | null
  /** `yyyy-mm-dd`: the one day of it that was asked for. */
  day?: string | undefined
  language: Language
  /** Where the pages are found, without a slash at the end. */
  origin: string
}

export type Pages = {
  /** The public page of an event, with its data and styles inlined. Synchronous: some milliseconds for a hundred shifts. */
  writeEvent(page: EventPage): string
  /** Any other page of a volunteer: empty, with what its address will need asked for early. */
  writeEmpty(page: 'event' | 'signup' | 'confirmation' | 'terms' | 'privacy'): string
  /** For an address that has no page: it says so. */
  missing: string
}

/** `document` is what every public page begins with, `styles` what is in its style sheets. */
export type OpenPages = (built: { document: string; manifest: Manifest; styles: string }) => Pages
