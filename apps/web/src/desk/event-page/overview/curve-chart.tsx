import type { Event } from '@muster/contract/events'
import { addDays } from '@muster/contract/rules/wall-time'
import { type PointerEvent, type ReactNode, useState } from 'react'
import '../../../styles/overview.css'
import { useDateFormat } from '../../../format/dates.ts'
import { daysBetween, listTicks, type SignupCurve } from './signup-curve.ts'
import { useText } from './texts.ts'

export type Mark = { day: string; text: string }

type CurveChartProps = { event: Event; curve: SignupCurve; marks: readonly Mark[]; today: string }

/** The least distance of two labels, as a share of the width. */
const LABEL_SHARE = 0.18
const HEADROOM = 1.06

/** Lines are drawn in percent, so that labels keep their size at any width. */
export function CurveChart({ event, curve, marks, today }: CurveChartProps) {
  const { days, pace, until } = curve
  const { needed } = event.coverage
  const [{ day: from }] = days
  const last = days.at(-1) ?? days[0]
  const length = Math.max(1, daysBetween(from, until), days.length - 1)
  const most = Math.max(needed, pace?.confirmed ?? 0, ...days.map(({ confirmed }) => confirmed), 1)
  const top = most * HEADROOM
  const ticks = listTicks(most)
  const x = (day: string) => (100 * daysBetween(from, day)) / length
  const y = (count: number) => 100 - (100 * count) / top
  const line = days.map(({ day, confirmed }) => `${x(day)},${y(confirmed)}`).join(' ')
  const isRunning = last.day === today
  const shownMarks = marks.filter(({ day }) => day >= from && day <= last.day)
  const countOn = (day: string) => days.find((each) => each.day === day)?.confirmed ?? 0
  return (
    <div className="curve" data-today={isRunning}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <path key={tick} d={`M0 ${y(tick)}H100`} className="curve-grid" />
        ))}
        <path d={`M0 ${y(needed)}H100`} className="curve-needed" />
        <polygon points={`0,100 ${line} ${x(last.day)},100`} className="curve-area" />
        {shownMarks.map(({ day, text }, at) => (
          <path
            key={`${day}-${text}-${at}`}
            d={`M${x(day)} 100V${y(countOn(day)) - 8}`}
            className="curve-mark"
          />
        ))}
        {pace && (
          <path
            d={`M${x(last.day)} ${y(last.confirmed)}L${x(pace.day)} ${y(pace.confirmed)}`}
            className="curve-pace"
          />
        )}
        <polyline points={line} className="curve-line" />
        {isRunning && <path d={`M${x(today)} ${y(needed)}V100`} className="curve-today" />}
      </svg>
      <Labels {...{ event, curve, ticks, needed, today, x, y }} />
      {withRoom(shownMarks, (mark) => x(mark.day)).map(({ day, text }) => (
        <Label key={`${day}-${text}`} left={x(day)} top={y(countOn(day)) - 8} where="above">
          {text}
        </Label>
      ))}
      <Points event={event} curve={curve} x={x} y={y} />
    </div>
  )
}

type Scale = (value: string) => number

function Labels({
  event,
  curve: { days, pace, until },
  ticks,
  needed,
  today,
  x,
  y,
}: {
  event: Event
  curve: SignupCurve
  ticks: readonly number[]
  needed: number
  today: string
  x: Scale
  y: (count: number) => number
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const isRunning = days.at(-1)?.day === today
  return (
    <div aria-hidden="true">
      {ticks
        .filter((tick) => Math.abs(y(tick) - y(needed)) > 8)
        .map((tick) => (
          <Label key={tick} left={0} top={y(tick)} where="before">
            {tick}
          </Label>
        ))}
      <Label left={0} top={y(needed)} where="before" isStrong>
        {needed}
      </Label>
      {listLabelled(days[0].day, until).map((day, index, all) => (
        <Label
          key={day}
          left={x(day)}
          top={100}
          where={
            index === all.length - 1 && index > 0 ? 'below-end' : index % 2 === 1 ? 'below-odd' : 'below'
          }
        >
          {index > 0 && index === all.length - 1
            ? format.shortDay(day)
            : index === 0 || day.slice(5, 7) !== all[index - 1]?.slice(5, 7)
              ? format.calendarDay(day)
              : Number(day.slice(8))}
        </Label>
      ))}
      {isRunning && (
        <Label left={x(today)} top={y(needed) + 10} where="beside" isToday>
          {t('signups.today')}
        </Label>
      )}
      {pace && (
        <Label left={x(pace.day)} top={y(pace.confirmed) - 3} where="above-end" isStrong>
          {pace.confirmed}
        </Label>
      )}
    </div>
  )
}

const FIRST_SHARE = 0.25
const LAST_SHARE = 0.85

/** The days with a label: the first, the last, and some between them. */
function listLabelled(from: string, until: string): string[] {
  const length = daysBetween(from, until)
  // The month of the first takes the room of one, and the last another.
  const step = Math.max(1, Math.ceil(length / 4))
  const between = Array.from({ length: 4 }, (_, index) => (index + 1) * step)
  const shown = between.filter((at) => at >= length * FIRST_SHARE && at <= length * LAST_SHARE)
  return [...new Set([from, ...shown.map((at) => addDays(from, at)), until])]
}

/** Leaves out labels that would cover the one before. */
function withRoom(marks: readonly Mark[], x: (mark: Mark) => number): Mark[] {
  const shown: Mark[] = []
  for (const mark of marks) {
    const before = shown.at(-1)
    if (!before || x(mark) - x(before) > 100 * LABEL_SHARE) shown.push(mark)
  }
  return shown
}

function Label({
  left,
  top,
  where,
  isStrong = false,
  isToday = false,
  children,
}: {
  /** Percent. */
  left: number
  top: number
  where: 'before' | 'below' | 'below-odd' | 'below-end' | 'above' | 'above-end' | 'beside'
  isStrong?: boolean
  isToday?: boolean
  children: ReactNode
}) {
  const kind = isToday ? 'today' : isStrong ? 'strong' : undefined
  return (
    <span
      className="curve-label"
      data-where={where}
      data-kind={kind}
      style={{ left: `${left}%`, top: `${top}%` }}
    >
      {children}
    </span>
  )
}

/** One stop for the keyboard: the arrows go from day to day, and each is said. */
function Points({
  event,
  curve: { days },
  x,
  y,
}: {
  event: Event
  curve: SignupCurve
  x: Scale
  y: (count: number) => number
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const [chosen, setChosen] = useState<number>()
  const lastAt = days.length - 1
  const at = Math.min(chosen ?? lastAt, lastAt)
  const { day, confirmed } = days[at] ?? days[0]
  const text = t('signups.point', { day: format.calendarDay(day), count: confirmed })
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(lastAt, Math.round(((clientX - left) / width) * lastAt))))
  }
  const side = x(day) > 50 ? { right: `${100 - x(day)}%` } : { left: `${x(day)}%` }
  return (
    <>
      <input
        type="range"
        className="curve-range peer"
        style={{ width: `${x(days[lastAt]?.day ?? day)}%` }}
        aria-label={t('signups.points')}
        aria-valuetext={text}
        min={0}
        max={lastAt}
        value={at}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        onPointerMove={follow}
        onPointerLeave={() => setChosen(undefined)}
      />
      <i className="curve-point" style={{ left: `${x(day)}%`, top: `${y(confirmed)}%` }} />
      <span
        aria-hidden="true"
        className="curve-said invisible peer-hover:visible peer-focus-visible:visible"
        style={{ ...side, top: `${y(confirmed)}%` }}
      >
        {text}
      </span>
    </>
  )
}
