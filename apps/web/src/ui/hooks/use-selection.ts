import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** `isRange`: with all between this one and the last. */
export type Tick = (id: string, how: { isOn: boolean; isRange: boolean }) => void

/**
 * The ticked rows of a list. A filter hides some and does not untick them (D46). `order`: ids as the list shows them.
 * Stable between renders, except for `ticked`.
 */
export function useSelection<Item extends { id: string }>(
  items: readonly Item[] | undefined,
  order: readonly string[],
) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = useRef(order)
  const last = useRef<string>(undefined)
  useEffect(() => {
    shown.current = order
  })
  const ticked = useMemo(() => (items ?? []).filter(({ id }) => chosen.has(id)), [items, chosen])
  const ids = useMemo(() => new Set(ticked.map(({ id }) => id)), [ticked])

  const tickAll = useCallback((these: readonly string[], isOn: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      for (const id of these)
        if (isOn) next.add(id)
        else next.delete(id)
      return next
    })
  }, [])
  const tick: Tick = useCallback(
    (id, { isOn, isRange }) => {
      const [from, to] = [last.current ?? id, id].map((each) => shown.current.indexOf(each))
      const isKnown = from !== undefined && to !== undefined && from >= 0 && to >= 0
      last.current = id
      if (!isRange || !isKnown) tickAll([id], isOn)
      else tickAll(shown.current.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
    },
    [tickAll],
  )
  const clear = useCallback(() => setChosen(new Set()), [])
  return { ticked, ids, tick, tickAll, clear }
}
