import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { HOUR_MS } from '@muster/contract/rules/instants'
import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { memo, useMemo } from 'react'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { useNow } from '../../live/use-now.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { StateSign } from '../../ui/feedback/state-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { useSaveBatch } from '../shifts/batch/use-batch.ts'
import { type CountedShift, daysOfShift, groupByRole } from '../shifts/group-shifts.ts'
import '../../styles/timeline.css'
import { instantsOf, type Span, STEP_MS } from './drag-block.ts'
import { layTimeline, type TimelineDay } from './lay-timeline.ts'
import { useText } from './texts.ts'
import { type BlockActs, keysId, RoleLane } from './timeline-lane.tsx'
import { useBlockKeys } from './use-block-keys.ts'
import { type Dragged, useLaneDrag } from './use-lane-drag.ts'

export default function Timeline({
  event,
  shown,
  lit,
  day,
  onOpen,
  onFill,
  onNew,
  onRetime,
}: {
  event: Event
  shown: readonly CountedShift[]
  /** Ids of shifts that others have just changed. */
  lit: ReadonlySet<string>
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

type LaneActs = BlockActs & {
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
