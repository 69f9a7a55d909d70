import type { Language } from '@muster/contract/language'

const LOCALES = { en: 'en-GB', sv: 'sv-SE' } as const

/** Formats "2 May 2025" in UTC, for dates that belong to no event and so to no time zone. */
export function formatDay(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(instant),
  )
}
