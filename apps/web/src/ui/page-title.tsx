import { type ReactNode, useEffect, useRef } from 'react'

let lastPath: string | undefined

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

  useEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== location.pathname
    lastPath = location.pathname
    if (hasMoved) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  )
}
