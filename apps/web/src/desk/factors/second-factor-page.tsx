import { useStore } from '@nanostores/react'
import { Button } from '../../ui/controls/button.tsx'
import { AccountPage } from '../session/account-page.tsx'
import { $session, signOut } from '../session/session-state.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useText } from './texts.ts'

/** D7: the second step of signing in. The guard leaves this page once the session is finished. */
export default function SecondFactorPage() {
  const t = useText()
  const session = useStore($session)
  if (session.status !== 'unfinished') return null
  return (
    <AccountPage title={t('challenge.title')}>
      <p className="mt-2 mb-5 text-ink-2">{t('challenge.intro', { email: session.user.email })}</p>
      <SecondFactorForm methods={session.second_factors} />
      <Button kind="quiet" className="mt-1 -ml-3" onClick={() => void signOut()}>
        {t('challenge.back')}
      </Button>
    </AccountPage>
  )
}
