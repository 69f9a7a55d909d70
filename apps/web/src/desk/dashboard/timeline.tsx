import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { HOUR_MS } from '@muster/contract/rules/instants'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { type HTMLAttributes, type KeyboardEvent, memo, useId, useMemo, useState } from 'react'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { useCoverageLabel, useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { StateBar, StateSign } from '../../ui/feedback/state-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { useSaveBatch } from '../shifts/batch/use-batch.ts'
import { type CountedShift, daysOfShift, groupByRole } from '../shifts/group-shifts.ts'
import { pressShift } from '../shifts/press-gap.ts'
import { barId, openShiftId } from '../shifts/shift-words.tsx'
import { useText as useShiftText } from '../shifts/texts.ts'
import '../../styles/timeline.css'
import { type Span, STEP_MS } from './drag-block.ts'
import { type Block, type Lane, layTimeline, type TimelineDay } from './lay-timeline.ts'
import { useText } from './texts.ts'
import { type BlockKeys, useBlockKeys } from './use-block-keys.ts'
import { type Dragged, useLaneDrag } from './use-lane-drag.ts'

export default function Timeline({
  event,
  shown,
  lit,
  days,
  day: wanted,
  onOpen,
  onFill,
  onNew,
  onRetime,
}: {
  event: Event
  shown: readonly CountedShift[]
  /** Ids of shifts that others have just changed. */
  lit: ReadonlySet<string>
  days: readonly string[]
  /** The day of the filter; without it today, or the next. */
  day: string | undefined
  onOpen: (shift: Shift, byKeyboard: boolean) => void
  onFill: ((shift: Shift) => void) | undefined
  /** Adds a shift with this role and these times. */
  onNew: (role_id: string, times: TimeWindow) => void
  /** Asks before new times or another role, because somebody is on the shift. */
  onRetime: (shift: Shift, to: Placing) => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const now = useNow()
  const mayPlan = useMay('plan')
  const today = format.isoDate(now)
  const day = wanted ?? days.find((each) => each >= today) ?? days[0]
  const laid = useMemo(() => {
    if (day === undefined) return undefined
    const ofDay = shown.filter(({ shift }) => daysOfShift(shift, event.time_zone).includes(day))
    return layTimeline(groupByRole(ofDay, event.roles), {
      day,
      timeZone: event.time_zone,
      room: mayPlan ? HOUR_MS : 0,
    })
  }, [shown, day, event, mayPlan])
  if (day === undefined) return null

  return (
    <section
      className={cardClass({ padding: 'none', className: 'px-6 pt-1 pb-2.5' })}
      aria-label={t('view.timeline')}
    >
      {laid ? (
        <Lanes
          {...{ event, laid, lit, now, mayPlan, onOpen, onFill, onNew, onRetime }}
          dayName={format.shortDay(day)}
        />
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

/** Where a shift was dragged to. */
export type Placing = TimeWindow & { role_id: string }

type LaneActs = {
  onOpen: (shift: Shift, byKeyboard: boolean) => void
  onFill: ((shift: Shift) => void) | undefined
  onNew: (role_id: string, times: TimeWindow) => void
  onRetime: (shift: Shift, to: Placing) => void
}

const Lanes = memo(function Lanes({
  event,
  laid,
  lit,
  now,
  dayName,
  mayPlan,
  onOpen,
  onFill,
  ...acts
}: LaneActs & {
  event: Event
  laid: TimelineDay
  lit: ReadonlySet<string>
  now: string
  dayName: string
  mayPlan: boolean
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { drop, problem } = useDrop(event, acts)
  const { dragged, handlersOf } = useLaneDrag(drop)
  const keys = useBlockKeys(drop)
  const shown = dragged ?? keys.dragged
  const { midnight, start, end, columns, hours, lanes } = laid
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  const share = (Date.parse(now) - start) / (end - start)
  const words = shown && format.timeRange(...instantsOf(shown))
  return (
    <>
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
              dragged={shown?.role_id === lane.role_id ? { ...shown, ...columnsOf(shown, laid) } : undefined}
              keys={mayPlan ? keys : undefined}
              handlers={
                mayPlan
                  ? handlersOf({
                      role_id: lane.role_id,
                      start,
                      columns,
                      shiftOf: (id) =>
                        lane.blocks.find(({ counted }) => counted.shift.id === id)?.counted.shift,
                    })
                  : {}
              }
              {...{ onOpen, onFill }}
            />
          ))}
          {share >= 0 && share <= 1 && (
            <div className="timeline-now" aria-hidden="true">
              <i style={{ left: `${share * 100}%` }} />
            </div>
          )}
        </div>
      </div>
      <p className="sr-only" aria-live="assertive">
        {keys.dragged && t('timeline.would_be', { time: words ?? '' })}
      </p>
      <p id={keysId} hidden>
        {t('timeline.keys')}
      </p>
      <FormError text={problem} />
    </>
  )
})

const keysId = 'timeline-keys'

function instantsOf({ start, end }: Span): [string, string] {
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}

/** Columns of the grid, as far as the day reaches. */
function columnsOf({ start, end }: Span, laid: TimelineDay): { from: number; to: number } {
  const from = Math.min(laid.columns, Math.max(1, Math.round((start - laid.start) / STEP_MS) + 1))
  const to = Math.round((end - laid.start) / STEP_MS) + 1
  return { from, to: Math.min(laid.columns + 1, Math.max(from + 1, to)) }
}

/** Carries out a drag: at once where nobody is on the shift, with an undo, else after asking. */
function useDrop(event: Event, { onNew, onRetime }: Pick<LaneActs, 'onNew' | 'onRetime'>) {
  const t = useText()
  const { save, problem } = useSaveBatch(event.id, {})
  const drop = ({ mode, shift, role_id, ...span }: Dragged) => {
    const [start_dt, end_dt] = instantsOf(span)
    const times = { start_dt, end_dt }
    if (!shift) return onNew(role_id, times)
    const { id, version, required_qty } = shift
    if (mode === 'copy')
      save({ create: [{ event_id: event.id, role_id, required_qty, ...times }] }, t('timeline.copied'))
    else if (shift.waiting > 0 || shift.assignment.some(({ status }) => occupiesTime(status)))
      onRetime(shift, { ...times, role_id })
    else save({ update: [{ id, version, ...times, role_id }] }, t('timeline.moved'))
  }
  return { drop, problem }
}

/** Minimum width of an hour, which has to fit its label. A wider timeline scrolls. */
const MIN_HOUR_PX = 30

type Placed = Dragged & { from: number; to: number }

function RoleLane({
  event,
  midnight,
  lane: { role_id, name, blocks },
  lit,
  style,
  dragged,
  keys,
  handlers,
  onOpen,
  onFill,
}: {
  event: Event
  midnight: number
  lane: Lane
  lit: ReadonlySet<string>
  style: { gridTemplateColumns: string; backgroundSize: string }
  dragged: Placed | undefined
  keys: BlockKeys | undefined
  handlers: HTMLAttributes<HTMLElement>
} & Pick<LaneActs, 'onOpen' | 'onFill'>) {
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const [at, setAt] = useState(0)
  const isGhost =
    dragged && (dragged.mode === 'new' || dragged.mode === 'copy' || dragged.shift?.role_id !== role_id)
  const ghostRow = blocks.find(({ counted }) => counted.shift === dragged?.shift)?.row ?? 1
  return (
    <>
      <b id={id} className="line-clamp-2 pr-3 text-compact leading-tight wrap-anywhere" title={name}>
        {name}
      </b>
      <fieldset
        className="timeline-lane"
        data-role={role_id}
        data-draggable={keys !== undefined || undefined}
        aria-labelledby={id}
        style={style}
        {...handlers}
      >
        {blocks.map((block, index) => (
          <ShiftBlock
            key={block.counted.shift.id}
            event={event}
            block={block}
            isFromBefore={Date.parse(block.counted.shift.start_dt) < midnight}
            isLit={lit.has(block.counted.shift.id)}
            // One tab stop per lane; the arrow keys move within it.
            tabIndex={index === Math.min(at, blocks.length - 1) ? 0 : -1}
            dragged={!isGhost && dragged?.shift?.id === block.counted.shift.id ? dragged : undefined}
            keys={keys}
            onFocus={() => setAt(index)}
            {...{ onOpen, onFill }}
          />
        ))}
        {isGhost && (
          <span
            className="timeline-ghost"
            aria-hidden="true"
            style={{ gridColumn: `${dragged.from} / ${dragged.to}`, gridRow: ghostRow }}
          >
            {format.timeRange(...instantsOf(dragged))}
          </span>
        )}
      </fieldset>
    </>
  )
}

/** Up and down, Home and End go along the lane; so do left and right where they move nothing. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const blocks = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = blocks.findIndex((block) => block === event.currentTarget)
  const next = {
    ArrowRight: blocks[at + 1],
    ArrowDown: blocks[at + 1],
    ArrowLeft: blocks[at - 1],
    ArrowUp: blocks[at - 1],
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
  dragged,
  keys,
  onFocus,
  onOpen,
  onFill,
}: {
  event: Event
  isFromBefore: boolean
  block: Block
  isLit: boolean
  tabIndex: 0 | -1
  /** Where it would be. */
  dragged: Placed | undefined
  keys: BlockKeys | undefined
  onFocus: () => void
} & Pick<LaneActs, 'onOpen' | 'onFill'>) {
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
      data-shift={shift.id}
      data-dragged={dragged !== undefined || undefined}
      style={{ gridColumn: `${dragged?.from ?? from} / ${dragged?.to ?? to}`, gridRow: row }}
      tabIndex={tabIndex}
      title={time}
      aria-describedby={keys ? keysId : undefined}
      aria-label={t('timeline.shift', { role: shift.role.name, time, coverage: labelOf(coverage) })}
      onFocus={onFocus}
      onBlur={keys?.end}
      onKeyDown={(press) => {
        if (!keys?.onKeyDown(press, shift)) moveAlong(press)
      }}
      onClick={(press) => pressShift(press, counted, { onFill, onOpen })}
    >
      <b className="flex justify-between gap-1 overflow-hidden whitespace-nowrap tabular-nums">
        <span>
          {dragged ? format.timeRange(...instantsOf(dragged)) : `${coverage.confirmed}/${coverage.needed}`}
          {isFromBefore && !dragged && (
            <small className="ml-1.5 font-normal text-ink-2">
              {words('from_before', {
                start: `${format.weekday(shift.start_dt)} ${format.time(shift.start_dt)}`,
              })}
            </small>
          )}
        </span>
        {missing && !dragged && (
          <span className="text-miss" data-kind="missing">
            {missing.text}
          </span>
        )}
      </b>
      <span id={barId(shift)}>
        <StateBar coverage={coverage} className="*:h-2!" />
      </span>
    </button>
  )
}
