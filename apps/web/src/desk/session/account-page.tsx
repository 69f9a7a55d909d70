import type { ReactNode } from 'react'
import { LanguageToggle } from '../../ui/controls/language-toggle.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { wordMarkClass } from '../../ui/page/word-mark.ts'

export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-110 px-5 pt-[14vh] pb-12">
      <p className={`${wordMarkClass} mb-3`}>Muster</p>
      <div className={cardClass()}>
        <PageTitle title={title} className="text-h2" />
        {children}
      </div>
      <div className="-ml-3 mt-3">
        <LanguageToggle />
      </div>
    </main>
  )
}
