import type { ReactNode } from 'react'

/** A sentence, and what to do about it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 py-2">
      <p className="text-lead font-normal">{text}</p>
      {children}
    </div>
  )
}
