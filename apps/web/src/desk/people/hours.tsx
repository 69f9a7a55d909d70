import type { Language } from '@muster/contract/language'
import { locales, useLanguage } from '../../i18n/language.ts'

/** "11.5", in Swedish "11,5". */
export function Hours({ minutes }: { minutes: number }) {
  return <span>{hoursText(minutes, useLanguage())}</span>
}

export const hoursText = (minutes: number, language: Language): string =>
  (minutes / 60).toLocaleString(locales[language], { maximumFractionDigits: 1 })
