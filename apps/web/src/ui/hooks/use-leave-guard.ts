import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

type Guard = { isUnsaved: () => boolean; ask: (next: () => void) => void }

const guards = new Set<Guard>()
/** Where in the tab's history the page that is shown lies. */
let position: number | undefined
let isComingBack = false

/**
 * Before the router starts: a window's listeners are told in the order in which they came, and back is to be asked
 * about before the router goes there.
 */
export function startLeaveGuard(): void {
  document.addEventListener('click', holdLink, true)
  addEventListener('popstate', holdStep)
  addEventListener('beforeunload', (event) => {
    if (findGuard()) event.preventDefault()
  })
}

/** For what leaves a page without a link, such as choosing another organisation. */
export function leavePage(next: () => void): void {
  const guard = findGuard()
  if (guard) guard.ask(next)
  else next()
}

/**
 * Holds the page while something is unsaved: links, back and forward go through `ask`, which goes on by `next`.
 * Closing the tab is asked about by the browser itself.
 */
export function useLeaveGuard(isUnsaved: () => boolean, ask: (next: () => void) => void): void {
  const unsaved = useEffectEvent(isUnsaved)
  const question = useEffectEvent(ask)
  const { key } = useLocation()

  useEffect(() => {
    if (key) position = positionOf(history.state)
  }, [key])

  useEffect(() => {
    const guard: Guard = { isUnsaved: () => unsaved(), ask: (next) => question(next) }
    guards.add(guard)
    return () => {
      guards.delete(guard)
    }
  }, [])
}

function findGuard(): Guard | undefined {
  return [...guards].find(({ isUnsaved }) => isUnsaved())
}

function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const guard = findGuard()
  if (!guard || !link || !leavesPage(link, event)) return
  event.preventDefault()
  event.stopPropagation()
  guard.ask(() => link.click())
}

/** The address has moved already: it is put back until there is an answer. */
function holdStep(event: PopStateEvent): void {
  if (isComingBack) {
    isComingBack = false
    event.stopImmediatePropagation()
    return
  }
  const guard = findGuard()
  const from = position
  const to = positionOf(event.state)
  if (!guard || from === undefined || to === undefined || from === to) return
  event.stopImmediatePropagation()
  isComingBack = true
  history.go(from - to)
  guard.ask(() => history.go(to - from))
}

/** The router numbers the addresses of a tab. */
function positionOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (link.origin !== location.origin || link.hasAttribute('download')) return false
  if (link.target !== '' && link.target !== '_self') return false
  return link.pathname !== location.pathname || link.search !== location.search
}
