import { useEffect, useState } from 'react'

/**
 * `focusNext(id)` gives the focus to the element with this id after the next drawing: for what comes back
 * when a form or a dialog closes, and is not there yet when it does.
 */
export function useFocusNext(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus()
  }, [wanted])
  return (id) => setWanted({ id })
}
