import type { Event } from '@muster/contract/events'
import { isDisplaced, type Move, meantClock, moveShift } from '@muster/contract/rules/event-dates'
import { overlaps } from '@muster/contract/rules/time-conflict'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { fullName } from '../../../format/names.ts'
import { type ShiftTimes, shiftTimesQuery } from '../shift-times.ts'
import { usePreviewText } from './texts.ts'

/** Longer lists are counted. */
const MOST = 10

/** D25: names the shifts that a move puts into a skipped or repeated hour, and whom it gives two shifts at once. */
export default function MovePreview({ event, move }: { event: Event; move: Move }) {
  const t = usePreviewText()
  const format = useDateFormat(move.to)
  const { data: shifts = [] } = useQuery(shiftTimesQuery(event.id))
  const { from, to, days } = move
  const { displaced, conflicts } = useMemo(
    () => preview(shifts, { from, to, days }),
    [shifts, from, to, days],
  )
  if (displaced.length === 0) return null
  const timeOf = ({ start_dt, end_dt }: ShiftTimes) =>
    `${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
  const meantOf = (shift: ShiftTimes) => {
    const { start_dt, end_dt } = meantClock(shift, to)
    return `${start_dt.slice(11)}–${end_dt.slice(11)}`
  }
  const more = (count: number) => count > MOST && <li>{t('more', { count: count - MOST })}</li>
  return (
    <output className="block rounded-small bg-wait-soft px-3 py-2 text-meta">
      <b className="block">{t('displaced', { count: displaced.length })}</b>
      <ul>
        {displaced.slice(0, MOST).map((shift) => (
          <li key={shift.id}>
            {t('shift', { role: shift.role, time: timeOf(shift), meant: meantOf(shift) })}
          </li>
        ))}
        {more(displaced.length)}
      </ul>
      {conflicts.length > 0 && (
        <>
          <b className="mt-2 block">{t('conflicts')}</b>
          <ul>
            {conflicts.slice(0, MOST).map(({ person, one, other }) => (
              <li key={`${person.id} ${one.id} ${other.id}`}>
                {fullName(person)}: {one.role}, {timeOf(one)}; {other.role}, {timeOf(other)}
              </li>
            ))}
            {more(conflicts.length)}
          </ul>
        </>
      )}
    </output>
  )
}

function preview(before: readonly ShiftTimes[], move: Move) {
  const shifts = before.map((shift) => ({ before: shift, after: { ...shift, ...moveShift(shift, move) } }))
  const displaced = shifts.filter(({ after }) => isDisplaced(after, move.to))
  // Others keep their order, so each new conflict has a displaced shift.
  const conflicts = displaced.flatMap((one, at) =>
    shifts
      .filter((other) => other !== one && !displaced.slice(0, at).includes(other))
      .filter((other) => overlaps(one.after, other.after) && !overlaps(one.before, other.before))
      .flatMap((other) =>
        one.after.people
          .filter(({ id }) => other.after.people.some((each) => each.id === id))
          .map((person) => ({ person, one: one.after, other: other.after })),
      ),
  )
  return { displaced: displaced.map(({ after }) => after), conflicts }
}
