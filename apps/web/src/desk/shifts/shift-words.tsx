import type { Event } from '@muster/contract/events'
import { isTimeUnconfirmed } from '@muster/contract/rules/agreed-times'
import { isOutsideEvent } from '@muster/contract/rules/zone'
import type { Shift } from '@muster/contract/shifts'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** `day` is that of the row: on a later one than its start the shift is "from Fri 22:00" (D25). */
export function ShiftClock({ event, shift, day }: { event: Event; shift: Shift; day: string }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const later = format.endDay(shift.start_dt, shift.end_dt)
  const isFromBefore = format.isoDate(shift.start_dt) < day
  return (
    <>
      {isFromBefore
        ? t('from_before', { start: `${format.weekday(shift.start_dt)} ${format.time(shift.start_dt)}` })
        : format.clockRange(shift.start_dt, shift.end_dt)}
      {isFromBefore && (
        <small className="ml-2 text-hint font-normal text-ink-3">
          {t('until', { end: `${later ?? ''} ${format.time(shift.end_dt)}` })}
        </small>
      )}
      {!isFromBefore && later && <small className="ml-1.5 text-hint font-normal text-ink-3">{later}</small>}
      {isOutsideEvent(shift, event) && (
        <small className="flex items-center gap-1 text-hint/tight font-semibold text-wait">
          <Icon name="alert" size="tiny" />
          {t('outside')}
        </small>
      )}
    </>
  )
}

type NotesProps = { shift: Shift }

/** Read after the open places: "2 have not confirmed the new time, 3 in line" (V1, D44). */
export function ShiftNotes(props: NotesProps) {
  const isAsked = props.shift.assignment.some(({ asked_again_at }) => asked_again_at)
  return (
    <>
      {isAsked && <UnconfirmedNote {...props} />}
      {props.shift.visibility === 'link' && <LinkNote />}
      <WaitingNote {...props} />
    </>
  )
}

/** D49 */
function LinkNote() {
  const t = useText()
  return <span className="block text-hint/tight whitespace-nowrap text-ink-2">{t('only_link')}</span>
}

/** A separate component, so that only rows that need it have a timer. The bar and the names show it. */
function UnconfirmedNote({ shift }: NotesProps) {
  const t = useText()
  const now = useNow()
  const count = shift.assignment.filter((each) => isTimeUnconfirmed(each, shift, now)).length
  return count > 0 && <span className="sr-only">{t('asked_again', { count })}</span>
}

function WaitingNote({ shift: { waiting } }: NotesProps) {
  const t = useText()
  if (waiting === 0) return null
  return (
    <span className="block text-hint/tight whitespace-nowrap text-ink-2">
      {t('waiting', { count: waiting })}
    </span>
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

/** The menu of the open shift. */
export const shiftMenuId = 'shift-menu'

/** The bar of a row. */
export function barId({ id }: { id: string }): string {
  return `bar-${id}`
}

export function openShiftId({ id }: { id: string }): string {
  return `open-shift-${id}`
}
