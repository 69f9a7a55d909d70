import type { Event } from '@muster/contract/events'
import { dayInZone } from '@muster/contract/rules/zone'
import type { Shift } from '@muster/contract/shifts'
import { useDeferredValue, useMemo } from 'react'
import { useNow } from '../../live/use-now.ts'
import { countShifts, listByDay, listByRole, sumShifts } from '../shifts/group-shifts.ts'
import { daysOf, filterShifts, type ShiftFilter } from './filter-shifts.ts'
import { findPeople } from './search-shifts.ts'
import type { DashboardFilters } from './use-chosen-event.ts'

export type ShownShifts = ReturnType<typeof useShownShifts>

export function useShownShifts({
  event,
  shifts,
  first,
  filters,
}: {
  event: Event
  shifts: readonly Shift[] | undefined
  /** Some of them, shown until all are there. */
  first: readonly Shift[] | undefined
  filters: DashboardFilters
}) {
  const now = useNow()
  const timeZone = event.time_zone
  const { roles } = event
  const counted = useMemo(() => countShifts(shifts ?? first ?? [], now), [shifts, first, now])
  const countsPast = event.event_date_end <= now
  const counting = useMemo(
    () => (countsPast ? counted : counted.filter(({ isOver }) => !isOver)),
    [counted, countsPast],
  )
  const total = useMemo(() => shifts && sumShifts(counting), [shifts, counting])
  const days = useMemo(() => daysOf(counted, timeZone), [counted, timeZone])
  const day = days.find((each) => each === filters.day)
  const today = dayInZone(now, timeZone)
  const timelineDay = day ?? days.find((each) => each >= today) ?? days[0]
  const role = roles.find(({ id }) => id === filters.role)?.id
  const kind = filters.show
  const query = useDeferredValue(filters.q ?? '')

  const filter = useMemo<ShiftFilter>(
    () => ({ day, kind, role, query, kept: [filters.shift], timeZone, countsPast }),
    [day, kind, role, query, filters.shift, timeZone, countsPast],
  )
  const matching = useMemo(() => filterShifts(counted, filter), [counted, filter])
  const isPastShown = countsPast || filters.past === 'shown'
  const shown = useMemo(
    () =>
      isPastShown ? matching : matching.filter((each) => !each.isOver || each.shift.id === filters.shift),
    [matching, isPastShown, filters.shift],
  )
  const unconfirmed = useMemo(
    () => filterShifts(counting, { ...filter, kind: 'unconfirmed', kept: [] }),
    [counting, filter],
  )
  const view = filters.view
  const groups = useMemo(() => {
    const listing = { counting, timeZone, day }
    return view === 'time' ? listByDay(shown, listing) : listByRole(shown, { ...listing, roles })
  }, [shown, counting, timeZone, day, roles, view])
  const people = useMemo(
    () =>
      findPeople(
        shown.map(({ shift }) => shift),
        query,
      ),
    [shown, query],
  )
  return {
    counted,
    counting,
    total,
    days,
    day,
    /** The timeline shows one day: without a choice today, or the next. */
    timelineDay,
    kind,
    role,
    query,
    view,
    shown,
    unconfirmed,
    groups,
    people,
    past: { hidden: matching.length - shown.length, isShown: filters.past === 'shown' && !countsPast },
  }
}
