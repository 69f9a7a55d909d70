import type { Event } from '@muster/contract/events'
import type { Coverage } from '@muster/contract/rules/coverage'
import { isOutsideEvent } from '@muster/contract/rules/event-dates'
import type { Shift } from '@muster/contract/shifts'
import { Fragment } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** "1 missing · 2 asked · 1 expired": what is not confirmed (D37). */
export function OpenPlaces({ coverage }: { coverage: Coverage }) {
  const { openParts } = useCoverageWords()
  const parts = openParts(coverage).toSorted(
    (a, b) => Number(b.kind === 'missing') - Number(a.kind === 'missing'),
  )
  return parts.map(({ kind, text }, index) => (
    <Fragment key={kind}>
      {index > 0 && <span className="text-ink-3"> · </span>}
      <span className={partClass[kind]}>{text}</span>
    </Fragment>
  ))
}

const partClass = {
  missing: 'font-semibold text-miss',
  asked: 'text-ink-2',
  not_asked: 'text-ink-2',
  expired: 'text-ink-3',
} as const

/** "08:00–12:00", with the day of an end that is not on the same day. */
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

/** "Entrance, Fri 19 June, 08:00–12:00": a shift by itself, for the ear. */
export function useShiftName(event: Event): (shift: Shift) => string {
  const format = useDateFormat(event.time_zone)
  return (shift) =>
    `${shift.role.name}, ${format.day(shift.start_dt)}, ${format.timeRange(shift.start_dt, shift.end_dt)}`
}

/** Where the focus goes back to when a shift's form or dialog closes. */
export function editShiftId({ id }: { id: string }): string {
  return `edit-shift-${id}`
}

export function openShiftId({ id }: { id: string }): string {
  return `open-shift-${id}`
}
