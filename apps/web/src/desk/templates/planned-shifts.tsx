import { clockOf } from '@muster/contract/rules/typed-time'
import { useContext, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { type EventDay, MOST_DAYS } from './fit-template.ts'
import type { PlannedRole, PlannedShift } from './plan.ts'
import { ShiftDialog } from './shift-dialog.tsx'
import { useText } from './texts.ts'
import type { Plan } from './use-plan.ts'
import '../../styles/templates.css'

const HOUR = 60
/** Hours are labelled so that their labels fit. */
const MOST_LABELS = 12

type Opened = { role: PlannedRole; shift?: PlannedShift }

/** What will be made, day by day. A press on a block changes its time or number, in a form of its own. */
export function PlannedShifts({ plan }: { plan: Plan }) {
  const t = useText()
  const { calendarDay, shortDay } = useDateFormat('UTC')
  const focusNext = useFocusNext()
  const isReadOnly = useContext(ReadOnly)
  const [wanted, setWanted] = useState(0)
  const [opened, setOpened] = useState<Opened>()
  const { days, roles } = plan
  const at = Math.min(wanted, days.length - 1)
  const day = days[at]
  if (!day) return <p className="text-ink-2">{t('no_times')}</p>
  if (roles.length === 0) return <p className="text-ink-2">{t('no_shifts')}</p>

  const hours = listHours(day)
  const close = (focus: string) => {
    setOpened(undefined)
    focusNext(focus)
  }
  return (
    <div className="planned-shifts @container">
      {days.length > 1 && (
        <fieldset className="slot-days mb-2" aria-label={t('days')}>
          {days.map((each, n) => (
            <button key={each.day} type="button" aria-pressed={n === at} onClick={() => setWanted(n)}>
              {shortDay(each.day)}
            </button>
          ))}
        </fieldset>
      )}
      <div className="slot-lanes">
        <span />
        <Hours hours={hours} />
        {roles.map((role) => (
          <Lane
            key={role.key}
            role={role}
            day={day}
            hours={hours}
            onOpen={(shift) => isReadOnly || setOpened({ role, ...(shift && { shift }) })}
          />
        ))}
      </div>
      <p className="mt-3 text-hint text-ink-3">{t('press')}</p>
      {days.length === MOST_DAYS && (
        <p className="text-hint text-ink-3">{t('many_days', { count: MOST_DAYS })}</p>
      )}
      {opened && (
        <ShiftDialog
          title={t('shift_title', { role: opened.role.name, day: calendarDay(day.day) })}
          day={day}
          shift={opened.shift ?? nextShift(opened.role, day)}
          onSave={(shift) => {
            if (opened.shift) plan.changeShift(opened.shift.key, shift)
            else plan.addShift(opened.role.key, at, shift)
            close(opened.shift ? blockId(opened.shift.key) : addId(opened.role.key))
          }}
          onRemove={
            opened.shift &&
            (
              ({ key }) =>
              () => {
                plan.changeShift(key, null)
                announce(t('removed'))
                close(addId(opened.role.key))
              }
            )(opened.shift)
          }
          onClose={() => close(opened.shift ? blockId(opened.shift.key) : addId(opened.role.key))}
        />
      )}
    </div>
  )
}

function Hours({ hours }: { hours: readonly number[] }) {
  const every = Math.ceil(hours.length / MOST_LABELS)
  return (
    <div className="slot-hours" aria-hidden="true">
      {hours.map(
        (hour, n) =>
          n % every === 0 && (
            <span key={hour} style={{ left: `${(n / hours.length) * 100}%` }}>
              {clockOf(hour).slice(0, 2)}
            </span>
          ),
      )}
    </div>
  )
}

type LaneProps = {
  role: PlannedRole
  day: EventDay
  hours: readonly number[]
  onOpen: (shift?: PlannedShift) => void
}

function Lane({ role: { key, name, shifts }, day, hours, onOpen }: LaneProps) {
  const t = useText()
  const first = hours[0] ?? 0
  const share = (minutes: number) => (minutes / (hours.length * HOUR)) * 100
  const shown = inRows(shifts.filter((shift) => shift.day === day.day))
  const rows = Math.max(1, ...shown.map(({ row }) => row + 1))
  return (
    <>
      <b>{name}</b>
      <div className="planned-lane">
        <div
          className="slot-lane"
          style={{ height: `${rows * ROW_REM}rem`, backgroundSize: `${100 / hours.length}% 100%` }}
        >
          {shown.map(({ shift, row }) => (
            <button
              key={shift.key}
              id={blockId(shift.key)}
              type="button"
              className="slot-block"
              data-new
              aria-label={t('block', {
                role: name,
                from: clockOf(shift.from),
                to: clockOf(shift.to),
                people: t('people', { count: shift.required_qty }),
              })}
              style={{
                left: `${share(shift.from - first)}%`,
                width: `calc(${share(shift.to - shift.from)}% - 2px)`,
                top: `${row * ROW_REM}rem`,
              }}
              onClick={() => onOpen(shift)}
            >
              {shift.required_qty}
            </button>
          ))}
        </div>
        <button
          id={addId(key)}
          type="button"
          aria-label={t('add_shift', { role: name })}
          onClick={() => onOpen()}
        >
          <Icon name="plus" size="small" />
        </button>
      </div>
    </>
  )
}

/** Height of a row of a lane, in rem. */
const ROW_REM = 2.5

const blockId = (key: string) => `planned-shift-${key}`
const addId = (key: string) => `add-planned-shift-${key}`

function listHours({ from, to }: EventDay): number[] {
  const [first, last] = [Math.floor(from / HOUR), Math.ceil(to / HOUR)]
  return Array.from({ length: last - first }, (_, n) => (first + n) * HOUR)
}

/** Places overlapping shifts below each other. */
function inRows(shifts: readonly PlannedShift[]): { shift: PlannedShift; row: number }[] {
  const ends: number[] = []
  return shifts.map((shift) => {
    const free = ends.findIndex((end) => end <= shift.from)
    const row = free < 0 ? ends.length : free
    ends[row] = shift.to
    return { shift, row }
  })
}

/** Another shift begins where the last one ends, as long as it is; the first one fills the day. */
function nextShift({ shifts }: PlannedRole, day: EventDay) {
  const last = shifts.findLast((shift) => shift.day === day.day)
  const { from, to } = last && last.to < day.to ? { from: last.to, to: last.to + last.to - last.from } : day
  return { from, to: Math.min(to, day.to), required_qty: last?.required_qty ?? 1 }
}
