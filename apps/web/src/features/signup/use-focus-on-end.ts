import { useEffect, useRef } from 'react'

/** Focuses the heading of the page that replaces the focused form. */
export function useFocusOnEnd(isEnded: boolean): void {
  const was = useRef(isEnded)
  useEffect(() => {
    const isNew = isEnded && !was.current
    was.current = isEnded
    if (isNew && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [isEnded])
}
