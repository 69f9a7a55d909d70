import { useStore } from '@nanostores/react'
import { Link, Navigate } from 'react-router'
import { AccountPage } from '../desk/session/account-page.tsx'
import { $session } from '../desk/session/session-state.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Layout } from './layout.tsx'
import { useText } from './texts.ts'

export function NotFoundPage() {
  const t = useText()
  const session = useStore($session)
  if (session.status === 'starting') return null
  if (session.status !== 'signed-in') {
    if (session.status === 'signed-out' && session.hasLoggedOut) return <Navigate to={paths.login} replace />
    return (
      <AccountPage title={t('not_found.title')}>
        <p className="mt-1 mb-6 text-ink-2">{t('not_found.text')}</p>
        <Link className={buttonClass()} to={paths.login}>
          {t('not_found.to_login')}
        </Link>
      </AccountPage>
    )
  }
  return (
    <Layout>
      <PageHead title={t('not_found.title')} intro={t('not_found.text')} />
      <Link className={buttonClass()} to={paths.shifts}>
        {t('not_found.to_shifts')}
      </Link>
    </Layout>
  )
}
