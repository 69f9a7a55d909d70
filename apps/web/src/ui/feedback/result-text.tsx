import { type ReactNode, useEffect, useRef } from 'react'

/** Replaces the form that was sent. It takes the focus, so that screen readers read it. */
export function ResultText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="mt-4">
      {children}
    </p>
  )
}
