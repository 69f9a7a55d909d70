import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let position: number | undefined
let search = ''

/**
 * The volunteer's pages go from one to the next by the browser's history alone; the organiser's have a router.
 * The address of the page that is shown.
 */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** What stands behind the question mark. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(
    useSyncExternalStore(
      subscribe,
      () => location.search,
      () => search,
    ),
  )
}

/** What the page that the server writes next was asked with. */
export function setSearch(given: string): void {
  search = given
}

export function navigate(path: string): void {
  position = currentPosition() + 1
  history.pushState({ position }, '', path)
  scrollTo(0, 0)
  tellListeners()
}

/** Back to `path`: by the browser's back where that is the page before, so that its scroll position returns. */
export function navigateBack(path: string): void {
  if (currentPosition() > 0) history.back()
  else navigate(path)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) addEventListener('popstate', onPop)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', onPop)
  }
}

/** How many of our pages lie behind this one; the browser keeps it over a reload. */
function currentPosition(): number {
  return (position ??= Number(history.state?.position ?? 0))
}

function onPop(event: PopStateEvent): void {
  position = Number(event.state?.position ?? 0)
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}
