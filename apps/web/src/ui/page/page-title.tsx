import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

let lastPath: string | undefined
let hadFocus = false

/** Call this when the user leaves a page that has not rendered a heading. The next page's heading then takes the focus. */
export function leaveUntitledPage(): void {
  lastPath ??= ''
}

/** Ref callback: if the element has the focus when it is removed, the page's heading takes it, or the next heading. */
export function focusTitleAfter(element: HTMLElement | null): () => void {
  // React calls this before the removal.
  return () => {
    if (!element?.contains(document.activeElement)) return
    hadFocus = true
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
}

/** Takes the focus after a navigation, so that screen readers announce the page; on the first page the browser does. */
export function PageTitle({
  title,
  className = '',
  children,
}: {
  /** Text of the tab, and of the heading if it has no `children`. */
  title: string
  className?: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Muster`
  }, [title])

  useLayoutEffect(() => {
    const element = heading.current
    lastPath ??= location.pathname
    // A menu that loses the focus would close while the user is about to choose from it.
    const isMenuOpen = document.querySelector('[role=menu]') !== null
    // A page that was loading may render its heading again in another place.
    const isNext = lastPath !== location.pathname || (hadFocus && document.activeElement === document.body)
    if (isNext && !isMenuOpen) element?.focus({ preventScroll: true })
    // The address changes before React Router renders the new page. Until then the previous page may render its
    // heading again, which gets no focus behind an open dialog. The heading of the new page then takes the focus.
    if (element === document.activeElement || isMenuOpen) lastPath = location.pathname
    return () => {
      hadFocus = element !== null && element === document.activeElement
    }
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  )
}
