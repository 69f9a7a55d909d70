import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useDateFormat } from '../../format/dates.ts'
import { usePublicText } from '../events/public/texts.ts'
import { useSpokenSpots } from '../events/public/use-public-shifts.ts'

/** Announces the spots of the chosen shifts when they change. A single shift is not named. */
export function useSpokenShifts(event: PublicEvent, shifts: readonly SeenShift[]): void {
  const t = usePublicText()
  const format = useDateFormat(event.time_zone)
  useSpokenSpots(shifts, (changed) =>
    changed
      .map(({ role_id, start_dt, end_dt, spots_left }) => {
        const spots = spots_left === 0 ? t('full') : t('spots_left', { count: spots_left })
        const role = event.roles.find(({ id }) => id === role_id)
        const shift = `${role?.name ?? ''} ${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
        return shifts.length > 1 ? `${shift}: ${spots}` : spots
      })
      .join('. '),
  )
}
