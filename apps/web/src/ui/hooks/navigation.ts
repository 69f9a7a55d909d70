import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

const $pathname = atom('')
const $search = atom('')
/** How many of our pages lie behind this one; the browser keeps it over a reload. */
let position = 0

/** The public pages need no router: they go from one to the next by the browser's history. */
export function startNavigation(): void {
  readAddress()
  addEventListener('popstate', readAddress)
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
  history.pushState({ position: position + 1 }, '', path)
  scrollTo(0, 0)
  readAddress()
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
