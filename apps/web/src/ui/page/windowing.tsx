import { type ReactNode, useEffect, useState } from 'react'
import { useIsPaper } from '../hooks/use-is-paper.ts'

/*
 * Long lists render only what is near the screen in full, and the rest as text, which find-in-page and screen readers
 * need. Measured with 5,000 shifts, all rendered and `content-visibility: auto` alone: opening takes 2,000 ms of work
 * instead of 1,400, a filter 800 to 1,500 instead of 200.
 */

export const SHORT_LIST = 100
/** Distance outside the window at which items are rendered, so that scrolling does not overtake the rendering. */
const MARGIN = '800px 0px'

/** `before` is the item above the first. */
export type Piece<Item> = { first: number; items: readonly Item[]; before: Item | undefined }

export function cutInPieces<Item>(items: readonly Item[], size: number): Piece<Item>[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => ({
    first: index * size,
    items: items.slice(index * size, (index + 1) * size),
    before: items[index * size - 1],
  }))
}

type Sight = { isNear: boolean; height: number | undefined }

/** Set `ref` on the element, whether it is rendered in full or as text. `height` is that of the last full one, in px. */
export function usePiece(isNeeded: boolean) {
  const isPaper = useIsPaper()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [{ isNear, height }, setSight] = useState<Sight>({ isNear: isNeeded, height: undefined })

  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        if (entry.isIntersecting) setSight((before) => (before.isNear ? before : { ...before, isNear: true }))
        // Removing the focused element would lose the keyboard position. A list behind a page of its own comes back.
        else if (
          !element.contains(document.activeElement) &&
          getComputedStyle(element).visibility !== 'hidden'
        )
          setSight((before) =>
            before.isNear ? { isNear: false, height: entry.boundingClientRect.height } : before,
          )
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])

  return { ref: setElement, isFull: isNeeded || isNear || isPaper, height }
}

export function FarItems({ height, children }: { height: number; children: ReactNode }) {
  return (
    <ul className="overflow-clip [content-visibility:auto]" style={{ height }}>
      {children}
    </ul>
  )
}
