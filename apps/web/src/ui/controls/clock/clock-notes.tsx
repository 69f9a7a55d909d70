import { clockChange } from '@muster/contract/rules/clock-change'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import type { ComponentProps } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { useClockText } from './texts.ts'
import { isWall } from './wall.ts'

type ClockNoteProps = {
  /** As typed. */
  wall: string
  timeZone: string
  /** The box that chooses the second of a repeated time, if it can be chosen. */
  second?: ComponentProps<'input'>
}

/** D25: says what a skipped time becomes, and which of a repeated one is meant, before it is saved. */
export function ClockNote({ wall, timeZone, second }: ClockNoteProps) {
  const t = useClockText()
  const format = useDateFormat(timeZone)
  const change = isWall(wall) ? clockChange(wall, timeZone) : undefined
  if (change === undefined) return null
  const clock = wall.slice(11, 16)
  return (
    <div className="text-meta text-wait">
      <output className="block">
        {t(change === 'skipped' ? 'skipped' : 'repeated', {
          wall: clock,
          time: format.time(wallToInstant(wall, timeZone)),
        })}
      </output>
      {change === 'repeated' && second && <Checkbox label={t('second', { wall: clock })} {...second} />}
    </div>
  )
}

type NextDayProps = { starts: string; ends: string; timeZone: string; onAccept: (ends: string) => void }

/** D25: an earlier end on the same day is usually that of a night. */
export function NextDay({ starts, ends, timeZone, onAccept }: NextDayProps) {
  const t = useClockText()
  const format = useDateFormat(timeZone)
  if (!isWall(starts) || !isWall(ends) || starts.slice(0, 10) !== ends.slice(0, 10) || ends >= starts)
    return null
  const next = addDays(ends, 1)
  return (
    <Button kind="line" onClick={() => onAccept(next)}>
      {t('next_day', { day: format.calendarDay(next.slice(0, 10)), time: next.slice(11, 16) })}
    </Button>
  )
}
