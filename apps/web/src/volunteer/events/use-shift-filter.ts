import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import {
  type FilterChoices,
  listChoices,
  readShiftFilter,
  type ShiftFilter,
  writeShiftFilter,
} from '@muster/contract/rules/shift-filter'
import { useMemo } from 'react'
import { publicPaths } from '../../public-paths.ts'
import { useSearch } from '../../ui/hooks/navigation.ts'

export type EventFilter = {
  filter: ShiftFilter
  choices: FilterChoices
  /** Returns the address with a changed filter. */
  hrefOf: (change: Partial<ShiftFilter>) => string
}

/** D38: the filter is in the address. */
export function useShiftFilter(event: PublicEvent, shifts: readonly SeenShift[]): EventFilter {
  const search = String(useSearch())
  const choices = useMemo(() => listChoices(shifts, event.time_zone), [shifts, event.time_zone])
  return useMemo(() => {
    const shown = new URLSearchParams(search)
    const filter = readShiftFilter(shown, choices)
    const asked = shown.get('shift')
    const hrefOf = (change: Partial<ShiftFilter>) => {
      const next = new URLSearchParams(writeShiftFilter({ ...filter, ...change }, choices))
      // The form of that shift is open.
      if (asked !== null) next.set('shift', asked)
      return publicPaths.publicEvent(event.id, next)
    }
    return { filter, choices, hrefOf }
  }, [event.id, search, choices])
}
