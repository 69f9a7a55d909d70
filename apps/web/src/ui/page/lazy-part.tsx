import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'

/**
 * A part of a page in a chunk of its own, drawn inside a Suspense. Once it is loaded it is drawn at once; a lazy component
 * by itself first shows what stands in for it, and for 0.3 s at least.
 */
export function lazyPart<Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded = (await fetchPart()).default
  }
  const Lazy = lazy(fetchPart)
  const Part = (props: Props) => {
    // What has begun as the one stays it: as the other it would begin anew.
    const [Drawn] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Drawn {...props} />
  }
  return Object.assign(Part, { load })
}

/** Loads parts before somebody asks for them. What fails shows itself then. */
export function useLoadAhead(parts: readonly { load: () => Promise<void> }[]): void {
  const loadAll = useEffectEvent(() => {
    for (const { load } of parts) load().catch(() => undefined)
  })
  useEffect(() => loadAll(), [])
}
