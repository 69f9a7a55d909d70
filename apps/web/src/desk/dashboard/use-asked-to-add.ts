import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Opens the form of the address, which then names it no longer. */
export function useAskedToAdd(mayAdd: boolean, add: (way: 'one' | 'many') => void): void {
  const [search] = useSearchParams()
  const asked = search.get('add')
  const start = useEffectEvent(add)
  useEffect(() => {
    if (mayAdd && asked !== null) start(asked === 'many' ? 'many' : 'one')
  }, [mayAdd, asked])
}
