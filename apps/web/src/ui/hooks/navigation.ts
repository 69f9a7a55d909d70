import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { MouseEvent } from 'react'

const $pathname = atom('')
const $search = atom('')
/** How many of our pages lie behind this one; the browser keeps it over a reload. */
let position = 0
type LoadPage = (pathname: string) => Promise<void>
let loadPage: LoadPage = () => Promise.resolve()

/** The page that is being loaded. The one before it stays until then. */
const $next = atom<NextPage | undefined>()
/** `problem`: its code did not come. */
type NextPage = { path: string; problem?: 'offline' | 'failed' }

/** The public pages need no router: they go from one to the next by the browser's history. */
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

/** On the server: the query of the page to be rendered next. */
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

/** Shows the page once its code is there. The one before it stays until then, and also if it does not come. */
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

/** What a page keeps over a reload, with its entry of the history. */
export function keepInHistory(name: string, value: unknown): void {
  history.replaceState({ ...history.state, [name]: value }, '')
}

export function readFromHistory(name: string): unknown {
  return history.state?.[name]
}

/** Another tab or a download is asked for. */
export function isForBrowser(press: MouseEvent): boolean {
  return press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey
}

/** Changes the query of this page, and adds no step to the history. */
export function replaceSearch(search: string): void {
  history.replaceState(history.state, '', search === '' ? location.pathname : `?${search}`)
  readAddress()
}

/** Back to `path`: by the browser's back if that is the page before, so that its scroll position returns. */
export function navigateBack(path: string): void {
  if (position > 0) history.back()
  else navigate(path)
}

function readAddress(): void {
  position = Number(history.state?.position ?? 0)
  $pathname.set(location.pathname)
  $search.set(location.search)
}
