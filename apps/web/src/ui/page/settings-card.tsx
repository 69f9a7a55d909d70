import { type ReactNode, useId } from 'react'
import { cardClass } from './card.ts'

export function SettingsCard({
  title,
  text,
  actions,
  className,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cardClass({ className })}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_300px]">
          <h2 id={id} className="text-h3">
            {title}
          </h2>
          {text && <div className="mt-0.5 text-meta text-ink-2 wrap-anywhere">{text}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-x-3 gap-y-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
