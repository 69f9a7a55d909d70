import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { MouseEvent } from 'react'

const $pathname = atom('')
const $search = atom('')
/** Number of our pages behind this one in the history; kept over a reload. */
let position = 0
type LoadPage = (pathname: string) => Promise<void>
let loadPage: LoadPage = () => Promise.resolve()

const $next = atom<NextPage | undefined>()
/** `problem` is set if the code of the page could not be loaded. */
type NextPage = { path: string; problem?: 'offline' | 'failed' }

/** Replaces a router: the browser's history is enough for the public pages. */
export function startNavigation(load: LoadPage): void {
  loadPage = load
  readAddress()
  addEventListener('popstate', () => {
    void openPage(`${location.pathname}${location.search}`, readAddress)
  })
}

export function useNextPage(): NextPage | undefined {
  return useStore($next)
}

export function usePathname(): string {
  return useStore($pathname)
}

export function useSearch(): URLSearchParams {
  return new URLSearchParams(useStore($search))
}

/** D49: of an event whose shifts by link are shown. */
export const linkKey = (): string | undefined => new URLSearchParams($search.get()).get('k') ?? undefined

export function setSearch(search: string): void {
  $search.set(search)
}

export function navigate(path: string): void {
  void openPage(path, () => {
    history.pushState({ position: position + 1 }, '', path)
    scrollTo(0, 0)
    readAddress()
  })
}

/** Loads the code, then shows the page. Until then, and if loading fails, the previous page stays. */
async function openPage(path: string, show: () => void): Promise<void> {
  const next: NextPage = { path }
  $next.set(next)
  try {
    await loadPage(new URL(path, location.origin).pathname)
  } catch {
    if ($next.get() === next) $next.set({ path, problem: navigator.onLine ? 'failed' : 'offline' })
    return
  }
  if ($next.get() !== next) return
  $next.set(undefined)
  show()
}

export function keepInHistory(name: string, value: unknown): void {
  history.replaceState({ ...history.state, [name]: value }, '')
}

export function readFromHistory(name: string): unknown {
  return history.state?.[name]
}

export function isForBrowser(press: MouseEvent): boolean {
  return press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey
}

export function replaceSearch(search: string): void {
  replaceAddress(search === '' ? location.pathname : `?${search}`)
}

/** Replaces the address by another of the same page, whose code is loaded. */
export function replaceAddress(path: string): void {
  history.replaceState(history.state, '', path)
  readAddress()
}

/** Uses the browser's back where possible, so that the scroll position returns. */
export function navigateBack(path: string): void {
  if (position > 0) history.back()
  else navigate(path)
}

function readAddress(): void {
  position = Number(history.state?.position ?? 0)
  $pathname.set(location.pathname)
  $search.set(location.search)
}
