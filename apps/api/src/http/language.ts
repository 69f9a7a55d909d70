import type { Language } from '@muster/contract/fields'

/** First of our languages the reader accepts (D2, D32); quality values are rare enough to go by order. */
export function languageOf(accept_language: string | undefined): Language {
  for (const range of (accept_language ?? '').toLowerCase().split(',')) {
    const tag = range.trim().slice(0, 2)
    if (tag === 'sv' || tag === 'en') return tag
  }
  return 'en'
}
