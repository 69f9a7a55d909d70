import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

type PageHeadProps = {
  title: string
  heading?: string
  intro?: string
  className?: string
  children?: ReactNode
}

export function PageHead({ title, heading = title, intro, className = '', children }: PageHeadProps) {
  return (
    <header className={`mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 ${className}`}>
      <div>
        <PageTitle title={title}>{heading}</PageTitle>
        {intro && <p className="mt-1 text-ink-2">{intro}</p>}
      </div>
      {children && (
        <div className="flex flex-wrap gap-3 max-tablet:w-full max-tablet:*:flex-[1_1_100%] print:hidden">
          {children}
        </div>
      )}
    </header>
  )
}
