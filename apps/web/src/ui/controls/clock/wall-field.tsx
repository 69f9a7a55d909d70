import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { type FocusEvent, type ReactNode, type Ref, useContext, useImperativeHandle, useRef } from 'react'
import { LAST_WALL, useSensibleYear } from '../../hooks/use-sensible-year.ts'
import { controlClass, Field, type FieldProps } from '../field.tsx'
import { ReadOnly } from '../read-only.ts'
import { useClockText } from './texts.ts'
import { TimeInput, useTimeFault } from './time-field.tsx'
import { partsOfWall, wallOfParts } from './wall.ts'

type WallFieldProps = FieldProps & {
  ref?: Ref<{ focus: () => void }>
  /** Of the time; `label` is that of the day. */
  timeLabel: string
  /** A wall time `yyyy-mm-ddThh:mm`, or as much of it as was typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A day, and a time of day in 24 hours (D25). */
export function WallField({ ref, timeLabel, value, onChange, onBlur, ...field }: WallFieldProps) {
  const isReadOnly = useContext(ReadOnly)
  const dayInput = useRef<HTMLInputElement>(null)
  const timeInput = useRef<HTMLInputElement>(null)
  const { day, time } = partsOfWall(value)
  const faultOf = useTimeFault()
  const isTimeWrong = hasSensibleYear(day) && faultOf(time, 'missing') !== undefined
  useImperativeHandle(ref, () => ({
    focus: () => (isTimeWrong ? timeInput : dayInput).current?.focus(),
  }))
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // It is left for good, not for its other part.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onBlur?.()
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className="grid grid-cols-[minmax(0,1fr)_88px] items-start gap-2" onBlur={leave}>
          <input
            {...control}
            ref={dayInput}
            type="date"
            max={LAST_WALL.slice(0, 10)}
            className={controlClass()}
            aria-invalid={(control['aria-invalid'] && !isTimeWrong) || undefined}
            readOnly={isReadOnly}
            value={day}
            onChange={({ target }) => onChange(wallOfParts(target.value, time))}
          />
          <TimeInput
            ref={timeInput}
            aria-label={timeLabel}
            aria-describedby={control['aria-describedby']}
            aria-invalid={(control['aria-invalid'] && isTimeWrong) || undefined}
            value={time}
            onChange={(typed) => onChange(wallOfParts(day, typed))}
          />
        </div>
      )}
    </Field>
  )
}

/** Two wall fields, beside each other where there is room. */
export function WallPair({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-2 gap-y-4 @lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      {from}
      <span aria-hidden="true" className="mt-7 flex min-h-11 items-center text-ink-3 @max-lg:hidden">
        –
      </span>
      {to}
    </div>
  )
}

/** Returns what is wrong with the value of a wall field, for its `error`. `missing`: the text for an empty one. */
export function useWallFault(): (wall: string, missing: string) => string | undefined {
  const t = useClockText()
  const timeFault = useTimeFault()
  const sensibleYear = useSensibleYear()
  return (wall, missing) => {
    const { day, time } = partsOfWall(wall)
    if (wall === '') return missing
    if (day === '') return t('day_missing')
    const year = sensibleYear(day)
    return year === true ? timeFault(time, t('time_missing')) : year
  }
}
