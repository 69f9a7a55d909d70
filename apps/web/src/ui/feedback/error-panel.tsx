import type { ReactNode } from 'react'
import { cardClass } from '../page/card.ts'
import { Icon } from '../page/icon.tsx'

export function ErrorPanel({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className={cardClass({ className: 'grid justify-items-start gap-4' })}>
      <p className="flex gap-2 text-miss">
        <Icon name="alert" className="mt-0.5" />
        <span>{text}</span>
      </p>
      {children}
    </div>
  )
}
