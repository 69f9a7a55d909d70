import type { Language } from '@muster/contract/fields'

/** First of our languages the reader accepts (D2, D32); quality values are rare enough to go by order. */
export function statedLanguage(accept_language: string | undefined): Language | undefined {
  for (const range of (accept_language ?? '').toLowerCase().split(',')) {
    const tag = range.trim().slice(0, 2)
    if (tag === 'sv' || tag === 'en') return tag
  }
  return undefined
}

/** The language to answer in. */
export function languageOf(accept_language: string | undefined): Language {
  return statedLanguage(accept_language) ?? 'en'
}
