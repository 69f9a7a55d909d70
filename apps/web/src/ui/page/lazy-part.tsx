import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'

/** Once loaded it renders at once; `lazy` alone would show the fallback for at least 0.3 s. */
export function lazyPart<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await fetchPart()).default
  }
  const Lazy = lazy(fetchPart)
  const Part = (props: Props) => {
    // Changing from one to the other would mount it again.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { load })
}

/** When the browser is idle, because it takes time on a slow phone. A part that fails to load fails again when it is rendered. */
export function useLoadAhead(parts: readonly { load: () => Promise<void> }[], isDue = true): void {
  const loadAll = useEffectEvent(() => {
    for (const { load } of parts) load().catch(() => undefined)
  })
  useEffect(() => {
    // Safari has no idle callback.
    if (isDue) (window.requestIdleCallback ?? setTimeout)(loadAll)
  }, [isDue])
}
