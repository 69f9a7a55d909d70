import { clockOf, isHalfTyped, minutesOf, readTypedTime } from '@muster/contract/rules/typed-time'
import { type ComponentProps, type KeyboardEvent, type Ref, useContext, useRef, useState } from 'react'
import { controlClass, Field, type FieldProps } from '../field.tsx'
import { ReadOnly } from '../read-only.ts'
import { useClockText } from './texts.ts'
import { TimeList } from './time-list.tsx'

const STEP = 15
const HOUR = 60
/** Minimum height below the field, in px. With less the list opens upward. */
const ROOM_BELOW = 250

type TimeInputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
> & {
  ref?: Ref<HTMLInputElement>
  /** `hh:mm`, or what was typed if it cannot be read. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** 24:00 is a time too, and the list begins after `after`. */
  isEnd?: boolean
  /** `hh:mm` */
  after?: string | undefined
  /** What the list says beside a time, such as its distance. */
  hintOf?: (clock: string) => string
}

/** A time of day in 24 hours (D25), typed as `8`, `830` or `20.30`, moved by the arrow keys, or picked. */
export function TimeField({
  label,
  hint,
  error,
  className = '',
  ...input
}: Pick<FieldProps, 'label' | 'hint' | 'error' | 'className'> & TimeInputProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <TimeInput {...input} {...control} />}
    </Field>
  )
}

/** The control of a `TimeField`, for a field of several parts. */
export function TimeInput({
  ref,
  value,
  onChange,
  onBlur,
  isEnd = false,
  after,
  hintOf,
  ...control
}: TimeInputProps) {
  const isReadOnly = useContext(ReadOnly)
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [side, setSide] = useState<'top' | 'bottom'>()
  const read = (text: string) => readTypedTime(text, { isEnd })
  const clock = read(typed ?? value)

  const open = () => {
    if (!isReadOnly && box.current) setSide(sideFor(box.current))
  }
  const settle = () => {
    if (typed !== undefined) onChange(read(typed) ?? typed)
    setTyped(undefined)
    setSide(undefined)
  }
  const type = (text: string) => {
    setTyped(text)
    open()
    // A time that is written in full needs not wait until the field is left.
    const full = /^\d\d:?\d\d$/.test(text) ? read(text) : undefined
    if (full !== undefined) onChange(full)
  }
  const pick = (picked: string) => {
    onChange(picked)
    setTyped(undefined)
    setSide(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (key === 'Escape' && side) {
      event.stopPropagation()
      setSide(undefined)
      // Browsers lead the Tab key into what scrolls.
    } else if (key === 'Enter' || key === 'Tab') settle()
    else if ((key === 'ArrowUp' || key === 'ArrowDown') && clock !== undefined && !isReadOnly) {
      event.preventDefault()
      const step = shiftKey ? HOUR : STEP
      onChange(clockOf(minutesOf(clock) + (key === 'ArrowUp' ? step : -step)))
      setTyped(undefined)
    }
  }

  return (
    <div ref={box} className="relative">
      <input
        {...control}
        ref={ref}
        className={controlClass({ className: 'font-semibold tabular-nums' })}
        inputMode="numeric"
        autoComplete="off"
        readOnly={isReadOnly}
        value={typed ?? value}
        onChange={({ target }) => type(target.value)}
        // What is typed replaces the time.
        onFocus={({ target }) => target.select()}
        onClick={({ currentTarget }) => {
          if (typed === undefined) currentTarget.select()
          open()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
      />
      {side && <TimeList side={side} after={after} clock={clock} hintOf={hintOf} onPick={pick} />}
    </div>
  )
}

function sideFor(field: HTMLElement): 'top' | 'bottom' {
  const { top, bottom } = field.getBoundingClientRect()
  // The on-screen keyboard covers part of the window.
  const below = (window.visualViewport?.height ?? innerHeight) - bottom
  return below < ROOM_BELOW && top > below ? 'top' : 'bottom'
}

/** Returns what is wrong with the value of a time field, for its `error`. */
export function useTimeFault(): (value: string, missing: string, isEnd?: boolean) => string | undefined {
  const t = useClockText()
  return (value, missing, isEnd = false) => {
    if (value.trim() === '') return missing
    if (readTypedTime(value, { isEnd }) !== undefined) return undefined
    return t(isHalfTyped(value) ? 'half_typed' : 'unreadable')
  }
}
