import type { Language } from '@muster/contract/language'

const LOCALES = { en: 'en-GB', sv: 'sv-SE' } as const

/** In UTC, for what has no place: "2 May 2025". */
export function formatDay(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(instant),
  )
}
