import { calmDeadline } from '@muster/contract/rules/calm-deadline'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'

/** Returns the day and time that are said of a deadline, never later than it is. */
export function useDeadline(timeZone: string): (deadline: string) => { day: string; time: string } {
  const now = useNow()
  const format = useDateFormat(timeZone)
  return (deadline) => {
    const calm = calmDeadline(deadline, timeZone, now)
    return { day: format.day(calm), time: format.time(calm) }
  }
}
