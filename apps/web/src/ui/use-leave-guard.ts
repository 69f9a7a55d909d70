import { useEffect, useEffectEvent, useRef } from 'react'

type Guard = { isUnsaved: () => boolean; ask: (next: () => void) => void }

const guards = new Set<Guard>()

/** For what leaves a page without a link, such as choosing another organisation: asks first where something is unsaved. */
export function leavePage(next: () => void): void {
  const guard = [...guards].find(({ isUnsaved }) => isUnsaved())
  if (guard) guard.ask(next)
  else next()
}

/**
 * Holds the page while something is unsaved: links, back and forward go through `ask`, which goes on by `next`.
 * Closing the tab is asked by the browser itself.
 */
export function useLeaveGuard(isUnsaved: () => boolean, ask: (next: () => void) => void): void {
  const unsaved = useEffectEvent(isUnsaved)
  const question = useEffectEvent(ask)
  const position = useRef(positionOf(history.state))

  // Going on by the router tells nobody, but draws the page anew.
  useEffect(() => {
    position.current = positionOf(history.state)
  })

  useEffect(() => {
    let isComingBack = false
    const guard: Guard = { isUnsaved: () => unsaved(), ask: (next) => question(next) }

    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !leavesPage(link, event) || !unsaved()) return
      event.preventDefault()
      event.stopPropagation()
      question(() => link.click())
    }
    // Before the router hears of it: the address has moved already and is put back until there is an answer.
    const pop = (event: PopStateEvent) => {
      if (isComingBack) {
        isComingBack = false
        event.stopImmediatePropagation()
        return
      }
      const from = position.current
      const to = positionOf(event.state)
      if (from === undefined || to === undefined || from === to || !unsaved()) return
      event.stopImmediatePropagation()
      isComingBack = true
      history.go(from - to)
      question(() => history.go(to - from))
    }
    const close = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault()
    }

    guards.add(guard)
    document.addEventListener('click', click, true)
    addEventListener('popstate', pop, true)
    addEventListener('beforeunload', close)
    return () => {
      guards.delete(guard)
      document.removeEventListener('click', click, true)
      removeEventListener('popstate', pop, true)
      removeEventListener('beforeunload', close)
    }
  }, [])
}

/** Where in the tab's history an address lies; the router numbers them. */
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
