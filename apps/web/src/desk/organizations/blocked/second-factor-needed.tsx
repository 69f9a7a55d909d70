import { Link, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { cardClass } from '../../../ui/page/card.ts'
import { PageTitle } from '../../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

/** Replaces every page of an organisation that requires a second factor, if this account has none. */
export default function SecondFactorNeeded({ name }: { name: string }) {
  const t = useText()
  const { pathname, search, hash } = useLocation()
  return (
    <div className={cardClass({ className: 'mx-auto max-w-160' })}>
      <PageTitle title={t('second_factor.title', { name })} className="text-h2" />
      <p className="mt-3">{t('second_factor.text', { name })}</p>
      <p className="mt-2 mb-5 text-ink-2">{t('second_factor.how')}</p>
      <Link className={buttonClass()} to={paths.securityBefore(`${pathname}${search}${hash}`)}>
        {t('second_factor.to_security')}
      </Link>
    </div>
  )
}
