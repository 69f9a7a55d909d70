import type { ShiftOfMerge } from '@muster/contract/duplicates'
import { dateFormat } from '../../format/dates.ts'
import { useLanguage } from '../../i18n/language.ts'

/** "Kitchen, Sat 20 June 09:00", in the event's zone. */
export function useShiftName(): (shift: ShiftOfMerge) => string {
  const language = useLanguage()
  return ({ role_name, time_zone, start_dt }) => {
    const { day, time } = dateFormat(language, time_zone)
    return `${role_name}, ${day(start_dt)} ${time(start_dt)}`
  }
}
