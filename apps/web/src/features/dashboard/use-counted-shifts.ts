import { type Coverage, sumCoverage } from '@muster/contract/rules/coverage'
import type { Shift } from '@muster/contract/shifts'
import { useMemo } from 'react'
import { useNow } from '../../live/use-now.ts'
import { type CountedShift, countShifts } from '../shifts/group-shifts.ts'

/**
 * The shifts with their coverage, and the sum. The edited shift stays, and stays where it was, whatever happens to
 * it elsewhere: drawn at another place its form would begin anew, without what was typed.
 */
export function useCountedShifts(
  shifts: readonly Shift[] | undefined,
  edited: Shift | undefined,
): { counted: CountedShift[] | undefined; total: Coverage | undefined } {
  const now = useNow()
  return useMemo(() => {
    if (!shifts) return { counted: undefined, total: undefined }
    const counted = countShifts(shifts, now)
    const total = sumCoverage(counted.map(({ coverage }) => coverage))
    if (!edited || shifts.includes(edited)) return { counted, total }
    const others = shifts.filter(({ id }) => id !== edited.id)
    return { counted: countShifts([...others, edited], now), total }
  }, [shifts, edited, now])
}
