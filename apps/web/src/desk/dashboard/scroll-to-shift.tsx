import { useEffect, useEffectEvent, useRef } from 'react'
import { openShiftId } from '../shifts/shift-words.tsx'

/**
 * Render it beside the list, inside the same `Suspense`: its effects then run once the list is shown. Keeps the row of
 * the open shift in sight: at first in the middle, then wherever it is seen. Without one, begins at the row of `firstId`,
 * which takes the focus of the link that led there.
 */
export function ScrollToShift({
  openId,
  firstId,
  hasList,
}: {
  openId: string | undefined
  firstId: string | undefined
  hasList: boolean
}): null {
  const isFirst = useRef(true)
  const show = useEffectEvent((open: string | undefined) => {
    const id = open ?? (isFirst.current ? firstId : undefined)
    const row = id === undefined ? null : document.getElementById(openShiftId({ id }))
    row?.scrollIntoView({ block: isFirst.current ? 'center' : 'nearest' })
    if (open === undefined) row?.focus({ preventScroll: true })
    isFirst.current = false
  })
  useEffect(() => {
    if (hasList) show(openId)
  }, [openId, hasList])
  return null
}
