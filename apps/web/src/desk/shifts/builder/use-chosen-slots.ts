import type { Event } from '@muster/contract/events'
import { type ReviewedSlot, reviewSlots } from '@muster/contract/rules/review-slots'
import type { Slot } from '@muster/contract/rules/shift-slots'
import { isLongShift } from '@muster/contract/rules/shift-times'
import type { Shift } from '@muster/contract/shifts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shiftsQuery } from '../api.ts'

/** `isDoubtful`: so long that it may be mistyped. */
export type ListedSlot = ReviewedSlot<Shift> & { isDoubtful: boolean; isOut: boolean }

/**
 * Lists what is to be added. Twins start as left out (D46), and so do long ones that were `typed` one by one (D25); each
 * can be put back or left out.
 */
export function useChosenSlots(event: Event, slots: readonly Slot[], { typed }: { typed: boolean }) {
  const { data: shifts } = useQuery(shiftsQuery(event.id))
  /** Keys of those that are not as they were at first. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const listed: ListedSlot[] = useMemo(
    () =>
      reviewSlots(slots, shifts ?? []).map((each) => {
        const isDoubtful = typed && isLongShift(each.slot)
        const startsOut = each.twin !== undefined || each.isRepeated || isDoubtful
        return { ...each, isDoubtful, isOut: startsOut !== toggled.has(each.key) }
      }),
    [slots, shifts, toggled, typed],
  )
  const chosen = useMemo(() => listed.flatMap(({ slot, isOut }) => (isOut ? [] : [slot])), [listed])
  const toggle = (key: string) =>
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { shifts: shifts ?? [], listed, chosen, toggle, isChanged: toggled.size > 0 }
}
