import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

/** Places the head across the columns of the settings, and the content beside their list. */
export function SettingsPage({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: string | undefined
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      <header className="col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-4 desktop:row-start-1">
        <div className="min-w-0 flex-[1_1_300px]">
          <PageTitle title={title} />
          {intro && <p className="mt-1 text-ink-2">{intro}</p>}
        </div>
        {actions}
      </header>
      <section
        aria-label={title}
        className="grid min-w-0 content-start gap-5 desktop:col-start-2 desktop:row-start-2"
      >
        {children}
      </section>
    </>
  )
}
