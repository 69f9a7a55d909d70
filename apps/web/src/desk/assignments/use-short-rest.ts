import type { Event } from '@muster/contract/events'
import { occupiesTime } from '@muster/contract/rules/assignment-status'
import type { ShortRest } from '@muster/contract/rules/rest'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { formatDuration } from '../../format/duration.ts'
import { shiftsQuery } from '../shifts/api.ts'
import { type OtherShift, shiftsByPerson, shortRestOf } from './find-candidates.ts'
import { useText } from './texts.ts'

/** D50: "only 3 h of rest beside 08:00–12:00, Kitchen". */
export function useShortRestWords(event: Event): (short_rest: ShortRest<OtherShift>) => string {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  return ({ other: { start_dt, end_dt, role }, rest_ms }) =>
    t('short_rest', { rest: formatDuration(rest_ms), time: format.timeRange(start_dt, end_dt), role })
}

/** D50: a warning about somebody on the shift, if their rest is short. */
export function useShortRest(event: Event, shift: Shift): (assignment: Assignment) => string | undefined {
  const wordsOf = useShortRestWords(event)
  const { data: shifts } = useQuery(shiftsQuery(event.id))
  const shiftsOf = useMemo(
    () => shiftsByPerson((event.min_rest_hours !== null && shifts) || []),
    [event.min_rest_hours, shifts],
  )
  return ({ person_id, status }) => {
    const found = occupiesTime(status) && shortRestOf(shift, shiftsOf.get(person_id) ?? [], event)
    return found ? wordsOf(found) : undefined
  }
}
