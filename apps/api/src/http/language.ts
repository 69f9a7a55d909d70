import type { Language } from '@muster/contract/language'

/** Quality values are ignored: clients sort by them. */
export function statedLanguage(accept_language: string | undefined): Language | undefined {
  for (const range of (accept_language ?? '').toLowerCase().split(',')) {
    const tag = range.trim().slice(0, 2)
    if (tag === 'sv' || tag === 'en') return tag
  }
  return undefined
}

export function languageOf(accept_language: string | undefined): Language {
  return statedLanguage(accept_language) ?? 'en'
}
