import { locales, useLanguage } from '../../i18n/language.ts'

/** "11.5", in Swedish "11,5". */
export function Hours({ minutes }: { minutes: number }) {
  const hours = (minutes / 60).toLocaleString(locales[useLanguage()], { maximumFractionDigits: 1 })
  return <span>{hours}</span>
}
