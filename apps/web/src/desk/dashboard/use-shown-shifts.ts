import type { Event } from '@muster/contract/events'
import { sumCoverage } from '@muster/contract/rules/coverage'
import type { Shift } from '@muster/contract/shifts'
import { useMemo } from 'react'
import { useNow } from '../../live/use-now.ts'
import { countShifts, groupByRole, listGroups } from '../shifts/group-shifts.ts'
import { daysOf, filterShifts } from './filter-shifts.ts'
import type { DashboardFilters } from './use-chosen-event.ts'

export type ShownShifts = ReturnType<typeof useShownShifts>

export function useShownShifts({
  event,
  shifts,
  edited,
  filters,
}: {
  event: Event
  shifts: readonly Shift[] | undefined
  edited: Shift | undefined
  filters: DashboardFilters
}) {
  const now = useNow()
  const timeZone = event.time_zone
  const total = useMemo(
    () => shifts && sumCoverage(countShifts(shifts, now).map(({ coverage }) => coverage)),
    [shifts, now],
  )
  const counted = useMemo(() => countShifts(keepEdited(shifts ?? [], edited), now), [shifts, edited, now])
  const days = useMemo(() => daysOf(counted, timeZone), [counted, timeZone])
  const day = days.find((each) => each === filters.day)
  const kind = filters.show
  const shown = useMemo(() => {
    const kept = [filters.shift, edited?.id]
    return filterShifts(counted, { day, kind, kept, timeZone })
  }, [counted, day, kind, filters.shift, edited?.id, timeZone])
  const unconfirmed = useMemo(
    () => filterShifts(counted, { day, kind: 'unconfirmed', kept: [], timeZone }),
    [counted, day, timeZone],
  )
  const groups = useMemo(
    () => listGroups(groupByRole(shown, event.roles), { all: counted, timeZone, day }),
    [shown, event.roles, counted, timeZone, day],
  )
  return { counted, total, days, day, kind, shown, unconfirmed, groups }
}

/** The edited shift keeps its place: a form mounted elsewhere would lose what was typed. */
function keepEdited(shifts: readonly Shift[], edited: Shift | undefined): readonly Shift[] {
  if (!edited || shifts.includes(edited)) return shifts
  return [...shifts.filter(({ id }) => id !== edited.id), edited]
}
