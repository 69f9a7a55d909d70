import { useEffect, useRef } from 'react'
import { openShiftId } from '../shifts/shift-words.tsx'

/**
 * Render it beside the list, inside the same `Suspense`: its effects then run once the list is shown. Keeps the row of
 * the open shift in sight: at first in the middle, then wherever it is seen.
 */
export function ScrollToShift({ openId, hasList }: { openId: string | undefined; hasList: boolean }): null {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!hasList) return
    const block = isFirst.current ? 'center' : 'nearest'
    isFirst.current = false
    if (openId) document.getElementById(openShiftId({ id: openId }))?.scrollIntoView({ block })
  }, [openId, hasList])
  return null
}
