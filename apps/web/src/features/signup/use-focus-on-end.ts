import { useEffect, useRef } from 'react'

/** The form had the focus, and is replaced by a page without it. */
export function useFocusOnEnd(isEnded: boolean): void {
  const was = useRef(isEnded)
  useEffect(() => {
    const isNew = isEnded && !was.current
    was.current = isEnded
    if (isNew && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [isEnded])
}
