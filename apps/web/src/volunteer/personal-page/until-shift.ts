import { DAY_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { dayInZone } from '@muster/contract/rules/zone'
import { locales, useLanguage } from '../../i18n/language.ts'
import type { OwnShift } from './own-shifts.ts'

/** "in 5 days", "tomorrow", "today, in 3 hours"; days of the event's calendar (D25). */
export function useUntilShift(timeZone: string): (shift: OwnShift, now: string) => string {
  const language = useLanguage()
  return (shift, now) => {
    const format = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' })
    const [today, day] = [now, shift.start_dt].map((iso) => Date.parse(dayInZone(iso, timeZone)))
    const days = Math.round(((day ?? 0) - (today ?? 0)) / DAY_MS)
    if (days > 0) return format.format(days, 'day')
    const minutes = Math.ceil((Date.parse(shift.start_dt) - Date.parse(now)) / MINUTE_MS)
    const short = new Intl.RelativeTimeFormat(locales[language], { style: 'short' })
    const soon =
      minutes < 60 ? short.format(minutes, 'minute') : short.format(Math.round(minutes / 60), 'hour')
    return `${format.format(0, 'day')}, ${soon}`
  }
}
