import type { ReactNode } from 'react'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { LanguageToggle } from '../controls/language-toggle.tsx'
import { columnClass } from './column.ts'
import { PageLink } from './page-link.tsx'
import { wordMarkClass } from './word-mark.ts'

/** What every volunteer's page stands in: word mark and language above one column, the small print below. */
export function PublicPage({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const t = useWords()
  const footLink = 'inline-flex min-h-11 items-center text-ink-2'
  return (
    <div className={columnClass({ wide })}>
      <header className="mb-2 -mr-3 flex min-h-14 items-center justify-between desktop:min-h-20">
        <span className={wordMarkClass}>Muster</span>
        <LanguageToggle />
      </header>
      <main>{children}</main>
      <footer className="mt-12 flex flex-wrap gap-x-6 text-meta/body print:hidden">
        <PageLink href={paths.terms} className={footLink}>
          {t('terms')}
        </PageLink>
        <PageLink href={paths.privacy} className={footLink}>
          {t('privacy')}
        </PageLink>
      </footer>
    </div>
  )
}
