import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

type Guard = { isUnsaved: () => boolean; ask: (next: () => void) => void }

const guards = new Set<Guard>()
/** Index of the shown page in the tab's history. */
let position: number | undefined
let isComingBack = false

/** Must be called before the router starts: the first listener can stop a step back. */
export function startLeaveGuard(): void {
  document.addEventListener('click', holdLink, true)
  addEventListener('popstate', holdStep)
  addEventListener('beforeunload', (event) => {
    if (findGuard()) event.preventDefault()
  })
}

export function leavePage(next: () => void): void {
  const guard = findGuard()
  if (guard) guard.ask(next)
  else next()
}

/** Calls `ask` before a link, back or forward; `next` continues. When the tab is closed the browser itself asks. */
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

/** Restores the address, which has already changed, until the question is answered. */
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
