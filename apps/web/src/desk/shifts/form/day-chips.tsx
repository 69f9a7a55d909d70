import type { Event } from '@muster/contract/events'
import { listDays } from '@muster/contract/rules/list-days'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { type Ref, useContext, useId, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { AddChip, Chip } from '../../../ui/controls/chip.tsx'
import { labelClass } from '../../../ui/controls/field.tsx'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { LAST_WALL } from '../../../ui/hooks/use-sensible-year.ts'
import { useText } from './texts.ts'

/** A longer event shows chips of the chosen days only. */
const MOST_CHIPS = 31

export function eventDays(event: Event): [string, ...string[]] {
  return listDays(event.event_date_start, event.event_date_end, event.time_zone)
}

/** `chosen` are days `yyyy-mm-dd`, of the event or not (D21). */
export function DayChips({
  ref,
  event,
  legend,
  chosen,
  error,
  onToggle,
}: {
  ref?: Ref<HTMLButtonElement>
  event: Event
  legend: string
  chosen: readonly string[]
  error?: string | undefined
  onToggle: (day: string) => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const isReadOnly = useContext(ReadOnly)
  const [isChoosing, setIsChoosing] = useState(false)
  const ofEvent = eventDays(event)
  const offered = ofEvent.length > MOST_CHIPS ? [] : ofEvent
  const shown = [...new Set([...offered, ...chosen])].toSorted()
  const hasOutside = chosen.some((day) => !ofEvent.includes(day))
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={labelClass}>{legend}</legend>
      <div className="chips">
        {shown.map((day, at) => (
          <Chip
            key={day}
            ref={at === 0 ? ref : undefined}
            isOn={chosen.includes(day)}
            onClick={() => onToggle(day)}
          >
            {format.calendarDay(day)}
          </Chip>
        ))}
        {!isChoosing && (
          <AddChip
            icon="calendar"
            aria-disabled={isReadOnly}
            onClick={() => isReadOnly || setIsChoosing(true)}
          >
            {t('other_day')}
          </AddChip>
        )}
        {isChoosing && (
          <TextField
            className="label-hidden"
            label={t('other_day')}
            type="date"
            max={LAST_WALL.slice(0, 10)}
            ref={focus}
            onChange={({ target: { value } }) => {
              // A year has four digits from the first one on: 0002, 0020, 0202, 2026.
              if (!hasSensibleYear(value)) return
              setIsChoosing(false)
              if (!chosen.includes(value)) onToggle(value)
            }}
            onKeyDown={(event_) => {
              if (event_.key !== 'Escape') return
              event_.stopPropagation()
              setIsChoosing(false)
            }}
          />
        )}
      </div>
      <ErrorText id={id} text={error} />
      {hasOutside && <output className="mt-1.5 block text-meta text-wait">{t('outside')}</output>}
    </fieldset>
  )
}

/** Stable, so that it focuses once. */
const focus = (field: HTMLElement | null) => field?.focus()
