import type { Event } from '@muster/contract/events'
import { isOutsideEvent } from '@muster/contract/rules/event-dates'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../format/dates.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

export function ShiftClock({ event, shift }: { event: Event; shift: Shift }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const later = format.endDay(shift.start_dt, shift.end_dt)
  return (
    <>
      {format.clockRange(shift.start_dt, shift.end_dt)}
      {later && <small className="ml-2 text-meta font-normal text-ink-3">{later}</small>}
      {isOutsideEvent(shift, event) && (
        <small className="flex items-center gap-1 text-hint font-semibold text-wait">
          <Icon name="alert" size="small" />
          {t('outside')}
        </small>
      )}
    </>
  )
}

/** "Entrance, Fri 19 June, 08:00–12:00", for announcements. */
export function useShiftName(event: Event): (shift: Shift) => string {
  const format = useDateFormat(event.time_zone)
  return (shift) =>
    `${shift.role.name}, ${format.day(shift.start_dt)}, ${format.timeRange(shift.start_dt, shift.end_dt)}`
}

export function editShiftId({ id }: { id: string }): string {
  return `edit-shift-${id}`
}

export function openShiftId({ id }: { id: string }): string {
  return `open-shift-${id}`
}
