import { cityOfZone } from '@muster/contract/rules/zone'
import { useSyncExternalStore } from 'react'
import { browserTimeZone } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'

/** Names the zone to readers in another one (D25). */
export function TimesShownIn({ timeZone, className = '' }: { timeZone: string; className?: string }) {
  const t = useWords()
  const zone = useSyncExternalStore(neverChanges, browserTimeZone, () => undefined)
  if (zone === timeZone) return null
  const city = cityOfZone(timeZone)
  const line = (
    <p className={`text-hint text-ink-3 ${className}`}>
      {city ? t('times_in_city', { city }) : t('times_in_zone', { zone: timeZone })}
    </p>
  )
  // The server does not know the reader's zone, so without scripts the note is always shown.
  return zone === undefined ? <noscript>{line}</noscript> : line
}

const neverChanges = () => () => {}
