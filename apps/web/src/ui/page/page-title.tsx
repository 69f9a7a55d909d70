import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

let lastPath: string | undefined
let hadFocus = false

/** Takes the focus after a navigation, so that screen readers announce the page; on the first page the browser does. */
export function PageTitle({
  title,
  className = '',
  children,
}: {
  /** Names the tab. */
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
    const hasMoved = lastPath !== undefined && lastPath !== location.pathname
    lastPath = location.pathname
    // A page that was loading may render its heading again in another place.
    if (hasMoved || hadFocus) element?.focus({ preventScroll: true })
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
