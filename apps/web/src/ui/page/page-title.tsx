import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

let lastPath: string | undefined
let hadFocus = false

/**
 * The h1 of a page; it names the tab as well. After a navigation it takes the focus, so that a screen reader
 * says where one has come; on the first page the browser does that.
 */
export function PageTitle({
  title,
  className = '',
  children,
}: {
  /** The name of the page in the tab. */
  title: string
  className?: string
  /** What the heading shows, when that is more than the title. */
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
    // A page that was still loading may draw its heading anew, in another place.
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
