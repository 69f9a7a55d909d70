import { useEffect, useRef } from 'react'

/** The h1 of what a press has brought, in place of what was pressed: it takes the focus and names the tab. */
export function ResultTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Muster`
  }, [title])

  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
