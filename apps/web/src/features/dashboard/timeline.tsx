import '../../styles/timeline.css'
import type { Event } from '@muster/contract/events'
import type { Shift } from '@muster/contract/shifts'
import { type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { type CountedShift, groupByRole } from '../shifts/group-shifts.ts'
import { type Block, type Lane, layTimeline, type TimelineDay } from './lay-timeline.ts'
import { useText } from './texts.ts'

const storageKey = 'timeline'

/** A day by role along its hours. It is an aid: the list below says the same. */
export function Timeline({
  event,
  counted,
  days,
  day: wanted,
  onDay,
  onOpen,
}: {
  event: Event
  counted: readonly CountedShift[]
  days: readonly string[]
  day: string | undefined
  onDay: (day: string) => void
  /** The same function at each render. */
  onOpen: (shift: Shift) => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden')
  const today = format.isoDate(now)
  const day = days.find((each) => each === wanted) ?? days.find((each) => each >= today) ?? days[0]
  const laid = useMemo(() => {
    const ofDay = counted.filter(({ shift }) => format.isoDate(shift.start_dt) === day)
    return layTimeline(groupByRole(ofDay, event.roles), event.time_zone)
  }, [counted, day, event, format])

  const toggle = () => {
    setIsHidden(!isHidden)
    if (isHidden) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'hidden')
  }

  return (
    <section className="card timeline" aria-labelledby={id}>
      <div className="timeline-head">
        <h3 id={id}>{t('timeline.title')}</h3>
        {!isHidden && days.length > 1 && (
          <fieldset className="day-tabs" aria-label={t('filter.day')}>
            {days.map((each) => (
              <button key={each} type="button" aria-pressed={each === day} onClick={() => onDay(each)}>
                {format.calendarDay(each)}
              </button>
            ))}
          </fieldset>
        )}
        <Button kind="quiet" aria-expanded={!isHidden} aria-describedby={id} onClick={toggle}>
          {t(isHidden ? 'timeline.show' : 'timeline.hide')}
        </Button>
      </div>
      {!isHidden && laid && <Lanes event={event} laid={laid} now={now} onOpen={onOpen} />}
    </section>
  )
}

// Kept while nothing of it changes: a long day has hundreds of segments.
const Lanes = memo(function Lanes({
  event,
  laid,
  now,
  onOpen,
}: {
  event: Event
  laid: TimelineDay
  now: string
  onOpen: (shift: Shift) => void
}) {
  const format = useDateFormat(event.time_zone)
  const { start, end, columns, hours, lanes } = laid
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  const share = (Date.parse(now) - start) / (end - start)
  return (
    <div className="lanes-frame">
      <div className="lanes" style={{ minWidth: hours.length * MIN_HOUR_PX }}>
        <span />
        <div className="hours num" style={grid} aria-hidden="true">
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
            style={{ ...grid, backgroundSize: `${100 / hours.length}% 100%` }}
            onOpen={onOpen}
          />
        ))}
        {share >= 0 && share <= 1 && (
          <div className="now-line" aria-hidden="true">
            <i style={{ left: `${share * 100}%` }} />
          </div>
        )}
      </div>
    </div>
  )
})

/** So narrow an hour still bears its mark; a day with more of them scrolls. */
const MIN_HOUR_PX = 30

function RoleLane({
  event,
  lane: { name, blocks },
  style,
  onOpen,
}: {
  event: Event
  lane: Lane
  style: { gridTemplateColumns: string; backgroundSize: string }
  onOpen: (shift: Shift) => void
}) {
  const id = useId()
  const [at, setAt] = useState(0)
  return (
    <>
      <b id={id}>{name}</b>
      <fieldset className="lane" aria-labelledby={id} style={style}>
        {blocks.map((block, index) => (
          <ShiftBlock
            key={block.counted.shift.id}
            event={event}
            block={block}
            // One stop for the tab key per lane; the arrows move within it.
            tabIndex={index === Math.min(at, blocks.length - 1) ? 0 : -1}
            onFocus={() => setAt(index)}
            onOpen={onOpen}
          />
        ))}
      </fieldset>
    </>
  )
}

/** The arrow keys, from one block to its neighbours. */
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
  tabIndex,
  onFocus,
  onOpen,
}: {
  event: Event
  block: Block
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: (shift: Shift) => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { shift, coverage } = counted
  const { needed, confirmed, pending, missing } = coverage
  const time = format.timeRange(shift.start_dt, shift.end_dt)
  return (
    <button
      type="button"
      className="block-of-lane"
      style={{ gridColumn: `${from} / ${to}`, gridRow: row }}
      tabIndex={tabIndex}
      title={time}
      aria-label={t('timeline.shift', { role: shift.role.name, time, confirmed, pending, missing })}
      onFocus={onFocus}
      onKeyDown={moveAlong}
      onClick={() => onOpen(shift)}
    >
      <b className="num">
        {confirmed}/{needed}
      </b>
      <CoverageBar needed={needed} confirmed={confirmed} pending={pending} slim />
    </button>
  )
}
