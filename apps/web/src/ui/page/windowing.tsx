import { type ReactNode, useEffect, useState } from 'react'
import { useIsPaper } from '../hooks/use-is-paper.ts'

/*
 * Long lists render only what is near the screen in full, and the rest as lines of text, which the browser's search and
 * a screen reader still find. Measured with 5,000 shifts, all rendered and `content-visibility: auto` alone: the list
 * opens in 2,000 ms of work instead of 1,400, and a filter takes 800 to 1,500 instead of 200.
 */

/** Up to so many items are all rendered in full. */
export const SHORT_LIST = 100
/** So that scrolling does not overtake the rendering. */
const MARGIN = '800px 0px'

/** Items that are rendered in full together, from the index `first` on. `before` is the item above them. */
export type Piece<Item> = { first: number; items: readonly Item[]; before: Item | undefined }

export function cutInPieces<Item>(items: readonly Item[], size: number): Piece<Item>[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => ({
    first: index * size,
    items: items.slice(index * size, (index + 1) * size),
    before: items[index * size - 1],
  }))
}

type Sight = { isNear: boolean; height: number | undefined }

/**
 * Whether a piece is rendered in full: if `isNeeded`, near the screen, and on paper. `height`, in px, is that of its last
 * full rendering. `ref` goes on its element in either case.
 */
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
        // Without the focused element the keyboard would lose its place.
        else if (!element.contains(document.activeElement))
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

/** A piece as text: a line for each item. */
export function FarItems({ height, children }: { height: number; children: ReactNode }) {
  return (
    <ul className="overflow-clip [content-visibility:auto]" style={{ height }}>
      {children}
    </ul>
  )
}
