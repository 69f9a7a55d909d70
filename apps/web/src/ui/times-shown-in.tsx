import { browserTimeZone } from '../format/dates.ts'
import { useWords } from '../i18n/words.ts'

/** D25: times are the event's; whose clock shows others is told so. */
export function TimesShownIn({ timeZone, className = '' }: { timeZone: string; className?: string }) {
  const t = useWords()
  if (browserTimeZone() === timeZone) return null
  return <p className={`hint ${className}`}>{t('times_shown_in', { zone: timeZone.replaceAll('_', ' ') })}</p>
}
