import { type Language, languages } from '@muster/contract/language'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { deviceStorage } from '../storage.ts'

/** Name of each language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', sv: 'Svenska' }

export const locales: Record<Language, string> = { en: 'en-GB', sv: 'sv-SE' }

const storageKey = 'language'
const $language = atom<Language>('en')

export function useLanguage(): Language {
  return useStore($language)
}

export function currentLanguage(): Language {
  return $language.get()
}

export function chooseLanguage(chosen: Language): void {
  deviceStorage.setItem(storageKey, chosen)
  applyLanguage(chosen)
}

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

/** Sets the language without a document, for the server, which renders each page in its reader's language. */
export function setLanguage(chosen: Language): void {
  $language.set(chosen)
}

function detectLanguage(): Language {
  return asLanguage(deviceStorage.getItem(storageKey)) ?? asLanguage(navigator.language) ?? 'en'
}

function asLanguage(tag: string | null): Language | undefined {
  const primary = tag?.toLowerCase().split('-')[0]
  return languages.find((known) => known === primary)
}
