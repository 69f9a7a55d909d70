import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { deviceStorage } from '../../storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { useCoverageLabel } from '../../ui/feedback/coverage-words.ts'
import { cardClass } from '../../ui/page/card.ts'
import { type CountedShift, daysOfShift, groupByRole } from '../shifts/group-shifts.ts'
import '../../styles/timeline.css'
import { type Block, type Lane, layTimeline, type TimelineDay } from './lay-timeline.ts'
import { useText } from './texts.ts'

const storageKey = 'timeline'

export default function Timeline({
  event,
  counted,
  lit,
  days,
  day: wanted,
  onDay,
  onOpen,
}: {
  event: Event
  counted: readonly CountedShift[]
  /** Ids of shifts that others have just changed. */
  lit: ReadonlySet<string>
  days: readonly string[]
  day: string | undefined
  onDay: (day: string) => void
  onOpen: (shift: Shift) => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const [isHidden, setIsHidden] = useState(() => deviceStorage.getItem(storageKey) === 'hidden')
  const today = format.isoDate(now)
  const day = days.find((each) => each === wanted) ?? days.find((each) => each >= today) ?? days[0]
  const laid = useMemo(() => {
    if (day === undefined) return undefined
    const ofDay = counted.filter(({ shift }) => daysOfShift(shift, event.time_zone).includes(day))
    return layTimeline(groupByRole(ofDay, event.roles), { day, timeZone: event.time_zone })
  }, [counted, day, event])

  const toggle = () => {
    setIsHidden(!isHidden)
    if (isHidden) deviceStorage.removeItem(storageKey)
    else deviceStorage.setItem(storageKey, 'hidden')
  }

  return (
    <section className={cardClass({ className: 'mb-6 py-2!' })} aria-labelledby={id}>
      <div className="flex min-h-11 items-center gap-5">
        <h3 id={id} className="flex-none">
          {t('timeline.title')}
        </h3>
        {!isHidden && days.length > 1 && (
          <fieldset className="timeline-days" aria-label={t('filter.day')}>
            {days.map((each) => (
              <button
                key={each}
                type="button"
                className="timeline-day"
                aria-pressed={each === day}
                onClick={() => onDay(each)}
              >
                {format.calendarDay(each)}
              </button>
            ))}
          </fieldset>
        )}
        <Button
          kind="quiet"
          className="-mr-3 ml-auto"
          aria-expanded={!isHidden}
          aria-describedby={id}
          onClick={toggle}
        >
          {t(isHidden ? 'timeline.show' : 'timeline.hide')}
        </Button>
      </div>
      {!isHidden && laid && <Lanes event={event} laid={laid} lit={lit} now={now} onOpen={onOpen} />}
    </section>
  )
}

const Lanes = memo(function Lanes({
  event,
  laid,
  lit,
  now,
  onOpen,
}: {
  event: Event
  laid: TimelineDay
  lit: ReadonlySet<string>
  now: string
  onOpen: (shift: Shift) => void
}) {
  const format = useDateFormat(event.time_zone)
  const { start, end, columns, hours, lanes } = laid
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  const share = (Date.parse(now) - start) / (end - start)
  return (
    <div className="timeline-scroll">
      <div className="timeline-lanes" style={{ minWidth: hours.length * MIN_HOUR_PX }}>
        <span />
        <div className="timeline-hours" style={grid} aria-hidden="true">
          {hours.map((hour, index) => (
            <span key={hour} style={{ gridColumn: index * 4 + 1 }}>
              {format.time(new Date(hour).toISOString()).slice(0, 2)}
            </span>
          ))}
        </div>
        {lanes.map((lane) => (
          <RoleLane
            key={lane.role_id}
            event={event}
            lane={lane}
            lit={lit}
            style={{ ...grid, backgroundSize: `${100 / hours.length}% 100%` }}
            onOpen={onOpen}
          />
        ))}
        {share >= 0 && share <= 1 && (
          <div className="timeline-now" aria-hidden="true">
            <i style={{ left: `${share * 100}%` }} />
          </div>
        )}
      </div>
    </div>
  )
})

/** Minimum width of an hour, which has to fit its label. A wider timeline scrolls. */
const MIN_HOUR_PX = 30

function RoleLane({
  event,
  lane: { name, blocks },
  lit,
  style,
  onOpen,
}: {
  event: Event
  lane: Lane
  lit: ReadonlySet<string>
  style: { gridTemplateColumns: string; backgroundSize: string }
  onOpen: (shift: Shift) => void
}) {
  const id = useId()
  const [at, setAt] = useState(0)
  return (
    <>
      <b id={id} className="pr-3 leading-tight wrap-anywhere">
        {name}
      </b>
      <fieldset className="timeline-lane" aria-labelledby={id} style={style}>
        {blocks.map((block, index) => (
          <ShiftBlock
            key={block.counted.shift.id}
            event={event}
            block={block}
            isLit={lit.has(block.counted.shift.id)}
            // One tab stop per lane; the arrow keys move within it.
            tabIndex={index === Math.min(at, blocks.length - 1) ? 0 : -1}
            onFocus={() => setAt(index)}
            onOpen={onOpen}
          />
        ))}
      </fieldset>
    </>
  )
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const blocks = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = blocks.findIndex((block) => block === event.currentTarget)
  const next = {
    ArrowRight: blocks[at + 1],
    ArrowLeft: blocks[at - 1],
    Home: blocks[0],
    End: blocks.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function ShiftBlock({
  event,
  block: { counted, from, to, row },
  isLit,
  tabIndex,
  onFocus,
  onOpen,
}: {
  event: Event
  block: Block
  isLit: boolean
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: (shift: Shift) => void
}) {
  const t = useText()
  const labelOf = useCoverageLabel()
  const format = useDateFormat(event.time_zone)
  const { shift, coverage } = counted
  const time = format.timeRange(shift.start_dt, shift.end_dt)
  return (
    <button
      type="button"
      className={isLit ? 'timeline-shift bg-primary-soft' : 'timeline-shift'}
      style={{ gridColumn: `${from} / ${to}`, gridRow: row }}
      tabIndex={tabIndex}
      title={time}
      aria-label={t('timeline.shift', { role: shift.role.name, time, coverage: labelOf(coverage) })}
      onFocus={onFocus}
      onKeyDown={moveAlong}
      onClick={() => onOpen(shift)}
    >
      <b className="tabular-nums">
        {coverage.confirmed}/{coverage.needed}
      </b>
      <CoverageBar {...coverage} size="tight" />
    </button>
  )
}
