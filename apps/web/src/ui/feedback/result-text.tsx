import { type ReactNode, useEffect, useRef } from 'react'

/** What a press has brought, in place of the form that was pressed: it takes the focus, and is read out. */
export function ResultText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="mt-4">
      {children}
    </p>
  )
}
