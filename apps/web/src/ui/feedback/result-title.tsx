import { useEffect, useRef } from 'react'

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
