import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { useCoverageLabel, useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar, StateSign } from '../../ui/feedback/state-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { type CountedShift, daysOfShift, groupByRole } from '../shifts/group-shifts.ts'
import { openShiftId } from '../shifts/shift-words.tsx'
import { useText as useShiftText } from '../shifts/texts.ts'
import '../../styles/timeline.css'
import { type Block, type Lane, layTimeline, type TimelineDay } from './lay-timeline.ts'
import { useText } from './texts.ts'

export default function Timeline({
  event,
  shown,
  lit,
  days,
  day: wanted,
  onOpen,
}: {
  event: Event
  shown: readonly CountedShift[]
  /** Ids of shifts that others have just changed. */
  lit: ReadonlySet<string>
  days: readonly string[]
  /** The day of the filter; without it today, or the next. */
  day: string | undefined
  onOpen: (shift: Shift, byKeyboard: boolean) => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const today = format.isoDate(now)
  const day = wanted ?? days.find((each) => each >= today) ?? days[0]
  const laid = useMemo(() => {
    if (day === undefined) return undefined
    const ofDay = shown.filter(({ shift }) => daysOfShift(shift, event.time_zone).includes(day))
    return layTimeline(groupByRole(ofDay, event.roles), { day, timeZone: event.time_zone })
  }, [shown, day, event])
  if (day === undefined) return null

  return (
    <section
      className={cardClass({ padding: 'none', className: 'px-6 pt-1 pb-2.5' })}
      aria-label={t('view.timeline')}
    >
      {laid ? (
        <Lanes {...{ event, laid, lit, now, onOpen }} dayName={format.shortDay(day)} />
      ) : (
        <p className="py-4 text-ink-2">{t('timeline.none', { day: format.calendarDay(day) })}</p>
      )}
      <ul className="mt-2.5 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-2.5 text-meta text-ink-2">
        {legend.map((kind) => (
          <li key={kind} className="flex items-center gap-2 whitespace-nowrap">
            <StateSign kind={kind === 'missing' ? 'gap' : kind} className="w-5!" />
            {t(`timeline.${kind}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const legend = ['confirmed', 'new_time', 'asked', 'not_asked', 'expired', 'missing'] as const

const Lanes = memo(function Lanes({
  event,
  laid,
  lit,
  now,
  dayName,
  onOpen,
}: {
  event: Event
  laid: TimelineDay
  lit: ReadonlySet<string>
  now: string
  dayName: string
  onOpen: (shift: Shift, byKeyboard: boolean) => void
}) {
  const format = useDateFormat(event.time_zone)
  const { midnight, start, end, columns, hours, lanes } = laid
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  const share = (Date.parse(now) - start) / (end - start)
  return (
    <div className="timeline-scroll">
      <div className="timeline-lanes" style={{ minWidth: hours.length * MIN_HOUR_PX }}>
        <b className="text-compact text-primary">{dayName}</b>
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
            midnight={midnight}
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
  midnight,
  lane: { name, blocks },
  lit,
  style,
  onOpen,
}: {
  event: Event
  midnight: number
  lane: Lane
  lit: ReadonlySet<string>
  style: { gridTemplateColumns: string; backgroundSize: string }
  onOpen: (shift: Shift, byKeyboard: boolean) => void
}) {
  const id = useId()
  const [at, setAt] = useState(0)
  return (
    <>
      <b id={id} className="line-clamp-2 pr-3 text-compact leading-tight wrap-anywhere" title={name}>
        {name}
      </b>
      <fieldset className="timeline-lane" aria-labelledby={id} style={style}>
        {blocks.map((block, index) => (
          <ShiftBlock
            key={block.counted.shift.id}
            event={event}
            block={block}
            isFromBefore={Date.parse(block.counted.shift.start_dt) < midnight}
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
  isFromBefore,
  block: { counted, from, to, row },
  isLit,
  tabIndex,
  onFocus,
  onOpen,
}: {
  event: Event
  isFromBefore: boolean
  block: Block
  isLit: boolean
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: (shift: Shift, byKeyboard: boolean) => void
}) {
  const t = useText()
  const labelOf = useCoverageLabel()
  const { openParts } = useCoverageWords()
  const words = useShiftText()
  const format = useDateFormat(event.time_zone)
  const { shift, coverage } = counted
  const time = format.timeRange(shift.start_dt, shift.end_dt)
  const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })
  return (
    <button
      type="button"
      id={openShiftId(shift)}
      className={`timeline-shift ${isLit ? 'bg-primary-soft' : ''} ${missing ? 'timeline-gap' : ''}`}
      style={{ gridColumn: `${from} / ${to}`, gridRow: row }}
      tabIndex={tabIndex}
      title={time}
      aria-label={t('timeline.shift', { role: shift.role.name, time, coverage: labelOf(coverage) })}
      onFocus={onFocus}
      onKeyDown={moveAlong}
      onClick={(press) => onOpen(shift, press.detail === 0)}
    >
      <b className="flex justify-between gap-1 overflow-hidden whitespace-nowrap tabular-nums">
        <span>
          {coverage.confirmed}/{coverage.needed}
          {isFromBefore && (
            <small className="ml-1.5 font-normal text-ink-2">
              {words('from_before', {
                start: `${format.weekday(shift.start_dt)} ${format.time(shift.start_dt)}`,
              })}
            </small>
          )}
        </span>
        {missing && <span className="text-miss">{missing.text}</span>}
      </b>
      <StateBar coverage={coverage} className="*:h-2!" />
    </button>
  )
}
