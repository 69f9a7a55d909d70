import type { ReactNode } from 'react'
import { cardClass } from '../page/card.ts'

export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={cardClass({ className: 'grid justify-items-start gap-4' })}>
      <p className="text-lead">{text}</p>
      {children}
    </div>
  )
}
