import type { Event } from '@muster/contract/events'
import { moveShift } from '@muster/contract/rules/event-dates'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { isOutsideEvent } from '@muster/contract/rules/zone'
import { useQuery } from '@tanstack/react-query'
import { isWall } from '../../ui/controls/clock/wall.ts'
import { useEditorText } from './editor-texts.ts'
import type { EventDraft } from './event-draft.ts'
import { shiftTimesQuery } from './shift-times.ts'

type ShiftsOutsideProps = {
  event: Event
  draft: Pick<EventDraft, 'starts' | 'ends' | 'time_zone'>
  /** Number of days by which the shifts move with the event (D21). */
  moved: number
}

/** D21: shows how many shifts would be outside the event's dates in the form, before they are saved. */
export function ShiftsOutside({ event, draft: { starts, ends, time_zone }, moved }: ShiftsOutsideProps) {
  const t = useEditorText()
  const { data: shifts = [] } = useQuery(shiftTimesQuery(event.id))
  if (!isWall(starts) || !isWall(ends)) return null
  const dates = {
    event_date_start: wallToInstant(starts, time_zone),
    event_date_end: wallToInstant(ends, time_zone),
    time_zone,
  }
  const move = { from: event.time_zone, to: time_zone, days: moved }
  const count = shifts.filter((shift) => isOutsideEvent(moveShift(shift, move), dates)).length
  return <output className="block text-meta text-wait">{count > 0 && t('shifts_outside', { count })}</output>
}
