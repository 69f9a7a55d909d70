import type { ReactNode } from 'react'

/** Nothing here yet: one sentence and the one thing to do. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="card grid justify-items-start gap-4">
      <p className="text-lead">{text}</p>
      {children}
    </div>
  )
}
