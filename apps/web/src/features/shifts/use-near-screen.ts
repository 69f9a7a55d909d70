import { useEffect, useState } from 'react'

/** How far beyond the screen something is drawn already, so that scrolling does not overtake it. */
const AHEAD = '800px 0px'

type Sight = { isNear: boolean; height: number | undefined }

/**
 * Whether an element is on the screen or near it: long lists draw no more. `height`, in px, is what it measured
 * when it was last drawn, to keep its place. `ref` goes on the element.
 */
export function useNearScreen(startsNear: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [sight, setSight] = useState<Sight>({ isNear: startsNear, height: undefined })

  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        if (entry.isIntersecting) setSight((before) => (before.isNear ? before : { ...before, isNear: true }))
        // What has the focus stays, or the keyboard would lose its place.
        else if (!element.contains(document.activeElement))
          setSight((before) =>
            before.isNear ? { isNear: false, height: entry.boundingClientRect.height } : before,
          )
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])

  return { ...sight, ref: setElement }
}
