import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { useMemo, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { laySlots, type SlotLane } from './lay-slots.ts'
import { useText } from './texts.ts'
import type { ListedSlot } from './use-chosen-slots.ts'

/** Height of a row of a lane, in rem. */
const ROW_REM = 2.125
/** Hours are labelled so that their labels fit. */
const MOST_LABELS = 14

/** A picture of the list beside it, day by day: what is new between what is there. */
export function SlotTimeline({
  event,
  shifts,
  listed,
}: {
  event: Event
  shifts: readonly Shift[]
  listed: readonly ListedSlot[]
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const days = useMemo(() => [...new Set(listed.map(({ slot }) => slot.day))].toSorted(), [listed])
  const [wanted, setWanted] = useState<string>()
  const day = days.find((each) => each === wanted) ?? days[0] ?? ''
  const { hours, lanes } = useMemo(
    () => laySlots(event, day, { listed, shifts }),
    [event, day, listed, shifts],
  )
  const every = Math.ceil(hours.length / MOST_LABELS)
  return (
    <div className="form-part pb-4">
      <fieldset className="slot-days" aria-label={t('days')}>
        {days.map((each) => (
          <button key={each} type="button" aria-pressed={each === day} onClick={() => setWanted(each)}>
            {format.shortDay(each)}
          </button>
        ))}
      </fieldset>
      {/* The list says the same in words. */}
      <div className="slot-lanes" aria-hidden="true">
        <span />
        <div className="slot-hours">
          {hours.map(
            (hour, at) =>
              at % every === 0 && (
                <span key={hour} style={{ left: `${(at / hours.length) * 100}%` }}>
                  {format.time(new Date(hour).toISOString()).slice(0, 2)}
                </span>
              ),
          )}
        </div>
        {lanes.map((lane) => (
          <Lane key={lane.role_id} lane={lane} hours={hours.length} />
        ))}
      </div>
      <p className="mt-3 flex gap-5 text-hint text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <i className="slot-block" data-new />
          {t('new')}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i className="slot-block" />
          {t('there')}
        </span>
      </p>
    </div>
  )
}

function Lane({ lane: { name, blocks, rows }, hours }: { lane: SlotLane; hours: number }) {
  return (
    <>
      <b>{name}</b>
      <div
        className="slot-lane"
        style={{ height: `${rows * ROW_REM}rem`, backgroundSize: `${100 / hours}% 100%` }}
      >
        {blocks.map(({ key, needed, isNew, left, width, row }) => (
          <span
            key={key}
            className="slot-block"
            data-new={isNew || undefined}
            style={{ left: `${left}%`, width: `calc(${width}% - 2px)`, top: `${(row - 1) * ROW_REM}rem` }}
          >
            {needed}
          </span>
        ))}
      </div>
    </>
  )
}
