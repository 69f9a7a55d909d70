import { type ReactNode, useId } from 'react'
import { cardClass } from '../../ui/page/card.ts'

export function Card({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cardClass({ padding: 'shift' })}>
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h2 id={id} className="text-lead/heading font-bold">
          {title}
        </h2>
        {side}
      </div>
      {children}
    </section>
  )
}
