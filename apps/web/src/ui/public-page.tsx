import type { ReactNode } from 'react'
import { LanguageToggle } from './language-toggle.tsx'

/** What every volunteer's page stands in: the word mark and the language above one column. */
export function PublicPage({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'column column-wide' : 'column'}>
      <header className="public-top">
        <span className="mark">Muster</span>
        <LanguageToggle />
      </header>
      <main>{children}</main>
    </div>
  )
}
