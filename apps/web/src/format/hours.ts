import type { Language } from '@muster/contract/language'
import { locales } from '../i18n/language.ts'

const numbers: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat(locales.en, { maximumFractionDigits: 0 }),
  sv: new Intl.NumberFormat(locales.sv, { maximumFractionDigits: 0 }),
}

/** "1,204", in Swedish "1 204". */
export const formatCount = (count: number, language: Language): string => numbers[language].format(count)

/** "1,204:30" of minutes. */
export function clockHours(minutes: number, language: Language): string {
  const rest = String(minutes % 60).padStart(2, '0')
  return `${formatCount(Math.trunc(minutes / 60), language)}:${rest}`
}
