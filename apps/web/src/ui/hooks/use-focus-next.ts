import { useEffect, useRef, useState } from 'react'

/**
 * `focusNext(id)` gives the focus to the element with this id as soon as it is drawn: for what comes back
 * when a form or a dialog closes, and is not there yet when it does.
 */
export function useFocusNext(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  const settled = useRef(wanted)
  useEffect(() => {
    if (!wanted || wanted === settled.current) return
    const element = document.getElementById(wanted.id)
    element?.focus()
    // What was stored a moment ago is drawn a moment later. Whoever has gone on by then is not called back.
    if (element || document.activeElement !== document.body) settled.current = wanted
  })
  return (id) => setWanted({ id })
}
