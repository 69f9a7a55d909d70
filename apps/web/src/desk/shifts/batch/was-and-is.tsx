import type { Event } from '@muster/contract/events'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { useText } from './texts.ts'

/** Without `role_id` it keeps its role. */
export type Moved = { shift: Shift; to: TimeWindow & { role_id?: string } }

const FIRST = 2

/** The former times beside the new ones. Those whose length a change of the clock alters are always listed (D25). */
export function WasAndIs({ event, moved }: { event: Event; moved: readonly Moved[] }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [displaced, others] = partition(moved, hasOtherLength)
  const shown = isOpen
    ? [...displaced, ...others]
    : [...displaced, ...others].slice(0, Math.max(FIRST, displaced.length))
  const hidden = moved.length - shown.length
  if (moved.length === 0) return null
  return (
    <div>
      <table className="was-and-is w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('was')}</th>
            <th scope="col">{t('is')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <Row key={each.shift.id} event={event} moved={each} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" className="link-button mt-1 text-compact" onClick={() => setIsOpen(true)}>
          {t('more_rows', { count: hidden })}
        </button>
      )}
    </div>
  )
}

function Row({ event, moved: { shift, to } }: { event: Event; moved: Moved }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const isSameDay = format.isoDate(shift.start_dt) === format.isoDate(to.start_dt)
  const role = to.role_id === shift.role_id ? undefined : event.roles.find(({ id }) => id === to.role_id)
  const day = (iso: string) => format.shortDay(format.isoDate(iso))
  return (
    <tr>
      <td>
        {role === undefined ? (
          shift.role.name
        ) : (
          <>
            <s>{shift.role.name}</s> {role.name}
          </>
        )}
      </td>
      <td>
        <s>
          {day(shift.start_dt)} {format.timeRange(shift.start_dt, shift.end_dt)}
        </s>
      </td>
      <td>
        {!isSameDay && `${day(to.start_dt)} `}
        {format.timeRange(to.start_dt, to.end_dt)}
        {hasOtherLength({ shift, to }) && (
          <small>{t('other_length', { was: lengthOf(shift), is: lengthOf(to) })}</small>
        )}
      </td>
    </tr>
  )
}

export const hasNewTimes = ({ shift, to }: Moved): boolean =>
  (['start_dt', 'end_dt'] as const).some((side) => Date.parse(shift[side]) !== Date.parse(to[side]))

const lengthOf = ({ start_dt, end_dt }: TimeWindow) =>
  formatDuration(Date.parse(end_dt) - Date.parse(start_dt))

const hasOtherLength = ({ shift, to }: Moved) => lengthOf(shift) !== lengthOf(to)

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
