import { useEffect, useEffectEvent, useRef } from 'react'
import { openShiftId } from '../shifts/shift-words.tsx'

/**
 * Scrolls to the shift that the address opens when the list comes, and to `selected`, a new object for each press on the
 * timeline, which gets the focus as well.
 */
export function useScrollToShift({
  openId,
  selected,
  hasList,
}: {
  openId: string | undefined
  selected: { id: string } | undefined
  hasList: boolean
}): void {
  const showOpen = useEffectEvent(() => {
    if (openId) findRow(openId)?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (hasList) showOpen()
  }, [hasList])

  const shown = useRef(selected)
  useEffect(() => {
    // Before it is open, a filter may hide it.
    if (!selected || selected === shown.current || selected.id !== openId) return
    shown.current = selected
    const row = findRow(selected.id)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [selected, openId])
}

function findRow(id: string): HTMLElement | null {
  return document.getElementById(openShiftId({ id }))
}
