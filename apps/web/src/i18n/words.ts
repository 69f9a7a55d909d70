import { addNamespace } from '@muster/contract/translate'
import en from './en.ts'
import { currentLanguage, useLanguage } from './language.ts'
import sv from './sv.ts'

const translates = addNamespace('shared', { en, sv })

export function useWords() {
  return translates[useLanguage()]
}

/** Returns the words where no hook can be used, outside a component. */
export function currentWords() {
  return translates[currentLanguage()]
}
