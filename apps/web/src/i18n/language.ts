import { type Language, languages } from '@muster/contract/language'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

/** Each language under its own name, whatever the page speaks now. */
export const languageNames: Record<Language, string> = { en: 'English', sv: 'Svenska' }

/** How dates and names are written in each: British day order, Swedish in Sweden. */
export const locales: Record<Language, string> = { en: 'en-GB', sv: 'sv-SE' }

const storageKey = 'language'
/** Known once an entry has started; on the server, once a page is being written. */
const $language = atom<Language>('en')

/** The language of the page, kept up to date when it is changed here or in another tab. */
export function useLanguage(): Language {
  return useStore($language)
}

export function currentLanguage(): Language {
  return $language.get()
}

export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen)
  applyLanguage(chosen)
}

/** Called once by each entry: names the language of the document and follows the other tabs. */
export function startLanguage(): void {
  applyLanguage(detectLanguage())
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) applyLanguage(detectLanguage())
  })
}

function applyLanguage(chosen: Language): void {
  document.documentElement.lang = chosen
  setLanguage(chosen)
}

/** Where there is no document: the server writes one page after the other, each in its reader's language. */
export function setLanguage(chosen: Language): void {
  $language.set(chosen)
}

function detectLanguage(): Language {
  return asLanguage(localStorage.getItem(storageKey)) ?? asLanguage(navigator.language) ?? 'en'
}

function asLanguage(tag: string | null): Language | undefined {
  const primary = tag?.toLowerCase().split('-')[0]
  return languages.find((known) => known === primary)
}
