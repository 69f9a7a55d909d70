import type { ReactNode } from 'react'
import { focusTitleAfter, PageTitle } from './page-title.tsx'

type EndPageProps = { title: string; text: ReactNode; children?: ReactNode }

export function EndPage({ title, text, children }: EndPageProps) {
  return (
    <div className="pt-6" ref={focusTitleAfter}>
      <PageTitle title={title} />
      <p role="alert" className="mt-2 text-lead text-ink-2">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-3">{children}</div>
    </div>
  )
}
