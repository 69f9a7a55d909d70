import type { Language } from '@muster/contract/fields'
import { dayInZone } from '@muster/contract/rules/zone'

type Shown = { start_dt: string; end_dt: string; time_zone: string }

/** When a shift is, in the event's zone (D25): "Saturday 20 June 2026", "Sat 20 June" and "22:00–02:00 Sun". */
export function shiftTime({ start_dt, end_dt, time_zone }: Shown, language: Language) {
  const show = (instant: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALE[language], { timeZone: time_zone, ...options })
      .format(Date.parse(instant))
      .replace(',', '')
  const clock = (instant: string) => show(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const endsOtherDay = dayInZone(start_dt, time_zone) !== dayInZone(end_dt, time_zone)
  return {
    day: show(start_dt, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    short_day: show(start_dt, { weekday: 'short', day: 'numeric', month: 'short' }),
    time: `${clock(start_dt)}–${clock(end_dt)}${endsOtherDay ? ` ${show(end_dt, { weekday: 'short' })}` : ''}`,
  }
}

const LOCALE: Record<Language, string> = { en: 'en-GB', sv: 'sv-SE' }
