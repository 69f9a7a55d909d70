import { useEffect, useEffectEvent, useRef } from 'react'
import { openShiftId } from '../shifts/shift-words.tsx'

/**
 * Render it beside the list, inside the same `Suspense`: its effects then run once the list is shown. Each press on the
 * timeline makes a new `selected` object. The selected row also gets the focus.
 */
export function ScrollToShift({
  openId,
  selected,
  hasList,
}: {
  openId: string | undefined
  selected: { id: string } | undefined
  hasList: boolean
}): null {
  const showOpen = useEffectEvent(() => {
    if (openId) findRow(openId)?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (hasList) showOpen()
  }, [hasList])

  const shown = useRef(selected)
  useEffect(() => {
    // A filter may hide the shift until it is open.
    if (!selected || selected === shown.current || selected.id !== openId) return
    shown.current = selected
    const row = findRow(selected.id)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [selected, openId])
  return null
}

function findRow(id: string): HTMLElement | null {
  return document.getElementById(openShiftId({ id }))
}
