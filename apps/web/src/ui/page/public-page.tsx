import type { PublicOrganization } from '@muster/contract/organizations'
import { type ReactNode, useLayoutEffect } from 'react'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { LanguageToggle } from '../controls/language-toggle.tsx'
import { columnClass } from './column.ts'
import { PageLink } from './page-link.tsx'
import { textLinkClass } from './text-link.ts'
import { wordMarkClass } from './word-mark.ts'

type PublicPageProps = {
  width?: 'narrow' | 'wide' | 'columns'
  organization?: PublicOrganization | undefined
  children: ReactNode
}

/** On white in the dark too, for which few logos are made. */
const logoClass =
  'mt-1 mb-2 h-10 max-w-40 rounded-segment object-contain [--plate:light-dark(transparent,#fff)] bg-(--plate) [box-shadow:0_0_0_4px_var(--plate)]'

export function PublicPage({ width = 'narrow', organization, children }: PublicPageProps) {
  const t = useWords()
  const theme = organization?.theme
  useLayoutEffect(() => {
    // While nothing is known, the colours of the page before stay.
    if (theme === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(theme ?? '')
    document.adoptedStyleSheets = [sheet]
  }, [theme])
  const footLink = `${textLinkClass} text-ink-2`
  return (
    <div className={columnClass({ width })}>
      <header className="mb-2 -mr-3 flex min-h-14 flex-wrap items-center justify-between gap-x-4 desktop:min-h-20">
        {organization === undefined ? (
          <span className={wordMarkClass} translate="no">
            Muster
          </span>
        ) : (
          <span className="whole-words py-2 text-action leading-tight font-bold" translate="no">
            {organization.logo_url && <img className={logoClass} src={organization.logo_url} alt="" />}
            {organization.name}
          </span>
        )}
        <LanguageToggle />
      </header>
      <main>{children}</main>
      <footer className="mt-12 flex flex-wrap gap-x-6 text-meta/body print:hidden">
        <PageLink href={publicPaths.terms} className={footLink}>
          {t('terms')}
        </PageLink>
        <PageLink href={publicPaths.privacy} className={footLink}>
          {t('privacy')}
        </PageLink>
        {organization !== undefined && (
          <span className="inline-flex min-h-11 items-center gap-1 text-ink-3">
            {t('scheduled_with')}{' '}
            <b className="text-ink-2" translate="no">
              Muster
            </b>
          </span>
        )}
      </footer>
    </div>
  )
}
