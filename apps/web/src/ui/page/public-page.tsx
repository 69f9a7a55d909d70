import type { ReactNode } from 'react'
import { useWords } from '../../i18n/words.ts'
import { paths } from '../../paths.ts'
import { LanguageToggle } from '../controls/language-toggle.tsx'
import { PageLink } from './page-link.tsx'

/** What every volunteer's page stands in: word mark and language above one column, the small print below. */
export function PublicPage({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const t = useWords()
  return (
    <div className={wide ? 'column column-wide' : 'column'}>
      <header className="public-top">
        <span className="mark">Muster</span>
        <LanguageToggle />
      </header>
      <main>{children}</main>
      <footer className="public-foot">
        <PageLink href={paths.terms}>{t('terms')}</PageLink>
        <PageLink href={paths.privacy}>{t('privacy')}</PageLink>
      </footer>
    </div>
  )
}
