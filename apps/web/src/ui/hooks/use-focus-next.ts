import { useEffect, useRef, useState } from 'react'

/** Focuses the element as soon as it is rendered, such as a button that returns when a form or dialog closes. */
export function useFocusNext(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  const settled = useRef(wanted)
  useEffect(() => {
    if (!wanted || wanted === settled.current) return
    const element = document.getElementById(wanted.id)
    element?.focus()
    // Waits until it is rendered, unless the user has focused something else.
    if (element || document.activeElement !== document.body) settled.current = wanted
  })
  return (id) => setWanted({ id })
}
