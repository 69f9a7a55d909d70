import { type ReactNode, useId } from 'react'
import { cardClass } from '../../../ui/page/card.ts'

/** A part of the overview. `aside`: beside its title. */
export function OverviewCard({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={cardClass({ padding: 'none', className: 'px-5 py-4' })} aria-labelledby={id}>
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-2.5">
        <h2 id={id} className="text-base! font-semibold!">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
