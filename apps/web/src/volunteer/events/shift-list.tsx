import type { PublicEvent } from '@muster/contract/public-event'
import { groupBy } from '@muster/contract/rules/group-by'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { fitsFilter } from '@muster/contract/rules/shift-filter'
import { isOutsideEvent } from '@muster/contract/rules/zone'
import { cva } from 'class-variance-authority'
import { Fragment, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import type { Highlights } from '../../live/use-highlights.ts'
import { cardClass } from '../../ui/page/card.ts'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { FilterLink } from './filter-link.tsx'
import { isTakeable, type RowState } from './row-state.ts'
import { ShiftRow } from './shift-row.tsx'
import { ShortenedText } from './shortened-text.tsx'
import { usePublicText } from './texts.ts'
import type { EventFilter } from './use-shift-filter.ts'

type ShiftListProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  states: ReadonlyMap<string, RowState>
  filter: EventFilter
  highlights: Highlights
  /** Maximum number of rows that are rendered. */
  most: number
  onToggle: (shift_id: string) => void
}

/** Number of rows from which on their layout takes noticeably long. */
const LONG = 60

/** A day's title is that of its first shift. */
type Group = {
  id: string
  title: string | undefined
  description: string | null
  shifts: readonly SeenShift[]
}

export function ShiftList(props: ShiftListProps) {
  const { event, shifts, states, filter, most } = props
  const t = usePublicText()
  const element = useRef<HTMLDivElement>(null)
  const fitting = useMemo(
    () => shifts.filter((shift) => fitsFilter(shift, filter.filter, event.time_zone)).toSorted(byStart),
    [shifts, filter.filter, event.time_zone],
  )
  const groups = useGroups(event, fitting, filter.filter.by, most)
  const isShown = (shift: SeenShift) => !filter.filter.free || isTakeable(states.get(shift.id))
  const count = fitting.filter(isShown).length
  useReturnToTop(element, filter.hrefOf({}))

  if (shifts.length === 0) return <p className="mt-8 text-lead">{t('no_shifts')}</p>
  return (
    <div
      ref={element}
      data-long={shifts.length > LONG || undefined}
      className="scroll-mt-26 desktop:scroll-mt-2"
    >
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-meta text-ink-2 print:hidden">
        <output className={count === 0 ? 'mt-3 text-base text-ink' : ''}>
          {count === 0 ? t(reasonForNone(props)) : t('shifts', { count })}
        </output>
        {count === 0 ? (
          <FilterLink
            className={`${textLinkClass} mt-3 text-base font-semibold`}
            href={filter.hrefOf({ days: [], role: undefined, time: undefined, free: false })}
          >
            {t('show_all')}
          </FilterLink>
        ) : (
          filter.choices.roles.length > 1 && <ShiftOrder filter={filter} />
        )}
      </div>
      {groups.map((group) => (
        <ShiftGroup
          key={group.id}
          {...props}
          group={group}
          shown={group.shifts.filter(isShown)}
          folded={group.shifts.filter((shift) => !isShown(shift))}
        />
      ))}
    </div>
  )
}

function reasonForNone({ shifts, states, filter: { filter } }: ShiftListProps) {
  if (filter.days[0] ?? filter.role ?? filter.time) return 'no_hit'
  return shifts.every(({ id }) => states.get(id)?.kind === 'over') ? 'all_over' : 'all_full'
}

const orderClass = cva([
  textLinkClass,
  'px-2 text-ink-3 no-underline underline-offset-6',
  'current:font-semibold current:text-ink current:underline current:decoration-2',
])

function ShiftOrder({ filter: { filter, hrefOf } }: { filter: EventFilter }) {
  const t = usePublicText()
  return (
    <nav aria-label={t('order')} className="-mr-2 flex">
      {(['role', 'time'] as const).map((by) => (
        <FilterLink key={by} className={orderClass()} href={hrefOf({ by })} isOn={filter.by === by}>
          {t(`by_${by}`)}
        </FilterLink>
      ))}
    </nav>
  )
}

type ShiftGroupProps = ShiftListProps & {
  group: Group
  shown: readonly SeenShift[]
  folded: readonly SeenShift[]
}

function ShiftGroup({ group, shown, folded, ...props }: ShiftGroupProps) {
  const t = usePublicText()
  const id = useId()
  const { event, states } = props
  const titleOf = useDayTitle(event)
  const left = group.shifts
    .filter(({ id: shift_id }) => isTakeable(states.get(shift_id)))
    .reduce((sum, { spots_left }) => sum + spots_left, 0)
  const hasClosed = folded.some((shift) => states.get(shift.id)?.kind !== 'full')
  return (
    <section
      id={group.id}
      className="mt-6 scroll-mt-26 first-of-type:mt-0 desktop:scroll-mt-0"
      aria-labelledby={id}
    >
      <div className="shift-group">
        <h2 id={id} className="whole-words">
          {group.title ?? titleOf(group.shifts[0]?.start_dt ?? '')}
        </h2>
        {left > 0 && group.shifts.length > 1 && (
          <span className="flex-none text-meta text-ink-2 tabular-nums">
            {t('spots_left', { count: left })}
          </span>
        )}
      </div>
      {group.description && (
        <div className="mb-3">
          <ShortenedText
            id={`about-${group.id}`}
            text={group.description}
            className="text-compact/snug text-ink-2"
            isWholeOnDesktop
          />
        </div>
      )}
      <div className={cardClass({ padding: 'none', flat: shown.length === 0, className: 'overflow-clip' })}>
        <Rows {...props} shifts={shown} />
        {folded.length > 0 && (
          <details className="group/fold not-first:border-t not-first:border-line">
            <summary className="flex min-h-11 items-center justify-between gap-4 px-4 text-compact text-ink-2 desktop:px-5 marker:hidden">
              {t(hasClosed ? 'closed_shifts' : 'full_shifts', { count: folded.length })}
              <b className="text-primary group-open/fold:hidden">{t('show')}</b>
              <b className="hidden text-primary group-open/fold:inline">{t('hide')}</b>
            </summary>
            <Rows {...props} shifts={folded} />
          </details>
        )}
      </div>
    </section>
  )
}

function Rows({ shifts, ...props }: ShiftListProps) {
  const { event, filter, states, highlights, onToggle } = props
  const format = useDateFormat(event.time_zone)
  const titleOf = useDayTitle(event)
  const isByRole = filter.filter.by === 'role'
  const days = groupBy(shifts, ({ start_dt }) => format.isoDate(start_dt))
  const rowOf = (shift: SeenShift): ReactNode => {
    const role = event.roles.find(({ id }) => id === shift.role_id)
    const state = states.get(shift.id)
    if (!role || !state) return null
    return (
      <li key={shift.id} data-shift className={state.kind}>
        <ShiftRow
          event={event}
          role={role}
          shift={shift}
          state={state}
          isRoleShown={!isByRole}
          isOnly={states.size === 1}
          areSpotsLit={highlights.spots.has(shift.id)}
          lit={
            shift.assigned_people.some(({ person_id }) => highlights.people.has(person_id))
              ? highlights.people
              : NONE
          }
          onToggle={onToggle}
        />
      </li>
    )
  }
  return [...days].map(([day, ofDay]) => (
    <Fragment key={day}>
      {isByRole && <h3 className="shift-day">{titleOf(ofDay[0]?.start_dt ?? day)}</h3>}
      <ul>{ofDay.map(rowOf)}</ul>
    </Fragment>
  ))
}

const NONE: ReadonlySet<string> = new Set()

function useGroups(
  event: PublicEvent,
  fitting: readonly SeenShift[],
  by: 'role' | 'time',
  most: number,
): readonly Group[] {
  const format = useDateFormat(event.time_zone)
  return useMemo(() => {
    if (by === 'time') {
      return [...groupBy(fitting.slice(0, most), ({ start_dt }) => format.isoDate(start_dt))].map(
        ([day, shifts]) => ({
          id: `day-${day}`,
          title: undefined,
          description: null,
          shifts,
        }),
      )
    }
    const ordered = event.roles.flatMap((role) => fitting.filter(({ role_id }) => role_id === role.id))
    const rendered = groupBy(ordered.slice(0, most), ({ role_id }) => role_id)
    return event.roles.flatMap(({ id, name, description }) => {
      const shifts = rendered.get(id)
      return shifts ? [{ id: `role-${id}`, title: name, description, shifts }] : []
    })
  }, [event.roles, fitting, by, most, format])
}

/** D21: a shift that was left behind when its event moved must not pass for one of its days. */
function useDayTitle(event: PublicEvent): (start_dt: string) => string {
  const t = usePublicText()
  const { longDay } = useDateFormat(event.time_zone)
  return (start_dt) => longDay(start_dt) + (isOutsideEvent({ start_dt }, event) ? ` (${t('outside')})` : '')
}

/** Scrolls to the first shift when the filter changes. */
function useReturnToTop(element: React.RefObject<HTMLDivElement | null>, address: string): void {
  const shown = useRef(address)
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    const top = element.current?.getBoundingClientRect().top ?? 0
    if (top < 0) element.current?.scrollIntoView()
  }, [element, address])
}

function byStart(a: SeenShift, b: SeenShift): number {
  return Date.parse(a.start_dt) - Date.parse(b.start_dt) || Date.parse(a.end_dt) - Date.parse(b.end_dt)
}
