import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import type { Shift } from '@muster/contract/shifts'
import type { CountedShift } from '../shifts/group-shifts.ts'
import type { Neighbours } from './shift-sheet.tsx'
import type { ShownShifts } from './use-shown-shifts.ts'

type Groups = ShownShifts['groups']

/** Lists each shift once, in the order of the list. */
export function shiftsInOrder(groups: Groups): Shift[] {
  return countedInOrder(groups).map(({ shift }) => shift)
}

/** D25: the second row of a night shift is left out. */
function countedInOrder(groups: Groups): CountedShift[] {
  return groups.flatMap(({ shifts }) =>
    shifts.flatMap(({ counted, isRepeat }) => (isRepeat ? [] : [counted])),
  )
}

/** Lists the gaps of the list. Without one there, lists all gaps that are still to come. */
export function listGaps({ groups, counting }: ShownShifts): Shift[] {
  const gaps = countedInOrder(groups).filter((each) => isGap(each) && counting.includes(each))
  return (gaps.length > 0 ? gaps : counting.filter(isGap)).map(({ shift }) => shift)
}

/** Finds the first shift that starts in the hour from `at`, else the first that lasts in it. */
export function findAtHour({ groups }: ShownShifts, at: string): Shift | undefined {
  const until = addMs(at, HOUR_MS)
  const lasting = shiftsInOrder(groups).filter(({ start_dt, end_dt }) => start_dt < until && end_dt > at)
  return lasting.find(({ start_dt }) => start_dt >= at) ?? lasting[0]
}

const isGap = ({ coverage }: CountedShift) => coverage.missing > 0

/** Finds the shifts before and after the open one, in the order of the list. */
export function findNeighbours({ groups }: ShownShifts, openId: string | undefined): Neighbours {
  const shifts = shiftsInOrder(groups)
  const at = shifts.findIndex(({ id }) => id === openId)
  return {
    at: at + 1,
    all: shifts.length,
    previous: shifts[at - 1],
    next: at === -1 ? undefined : shifts[at + 1],
  }
}
