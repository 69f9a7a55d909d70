import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'

/** Returns a part that renders at once when loaded; `lazy` alone would show the fallback for at least 0.3 s. */
export function lazyPart<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await fetchPart()).default
  }
  const Lazy = lazy(fetchPart)
  const Part = (props: Props) => {
    // Changing from one component to the other would mount the part again.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { load })
}

type Loadable = { load: () => Promise<void> }

export const isPart = (type: unknown): type is Loadable => typeof type === 'function' && 'load' in type

/** Loads parts when the browser is idle, because a slow phone takes time. A failed load fails again at rendering. */
export function useLoadAhead(parts: readonly Loadable[], isDue = true): void {
  const loadAll = useEffectEvent(() => {
    for (const { load } of parts) load().catch(() => undefined)
  })
  useEffect(() => {
    // Safari has no idle callback.
    if (isDue) (window.requestIdleCallback ?? setTimeout)(loadAll)
  }, [isDue])
}
