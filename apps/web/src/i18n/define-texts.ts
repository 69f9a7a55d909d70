import { addNamespace, type Texts, type Translate, type Translation } from '@muster/contract/translate'
import { useLanguage } from './language.ts'

/** Keeps texts in the feature's chunk: `export const useText = defineTexts('events', { en, sv })`. */
export function defineTexts<const En extends Texts>(
  namespace: string,
  texts: { en: En; sv: Translation<En> },
): () => Translate<En> {
  const translates = addNamespace(namespace, texts)
  return function useText() {
    return translates[useLanguage()]
  }
}
