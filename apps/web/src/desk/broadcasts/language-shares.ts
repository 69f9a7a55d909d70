import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { languages } from '@muster/contract/language'
import { languageNames } from '../../i18n/language.ts'
import { useText } from './texts.ts'

/** "English: 14, Svenska: 58": how many people get each language. */
export function useLanguageShares(preview: BroadcastPreview): string {
  const t = useText()
  return languages
    .flatMap((language) => {
      const count = preview.languages[language] ?? 0
      return count > 0 ? [t('language.share', { count, language: languageNames[language] })] : []
    })
    .join(', ')
}
