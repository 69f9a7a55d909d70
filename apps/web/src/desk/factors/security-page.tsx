import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { PasswordSection } from '../session/password-section.tsx'
import { returnAddress } from '../session/return-address.ts'
import { $session } from '../session/session-state.ts'
import { SessionsSection } from '../session/sessions-section.tsx'
import { factorsQuery, hasSecondFactor } from './api.ts'
import { AppSection } from './app-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SmsSection } from './sms-section.tsx'
import { useText } from './texts.ts'
import { useRecoveryCodes } from './use-recovery-codes.ts'

export default function SecurityPage() {
  const t = useText()
  const session = useStore($session)
  const recovery = useRecoveryCodes()
  const { data, error, refetch } = useQuery(factorsQuery())
  // Only the codes are printed.
  const besideCodes = recovery.codes ? 'contents print:hidden' : 'contents'
  const makeFirstCodes = () => {
    if (data?.recovery_codes_left === 0) recovery.make()
  }
  return (
    <SettingsPage
      title={t('title')}
      intro={session.status === 'signed-in' ? t('intro', { email: session.user.email }) : undefined}
    >
      <div className={besideCodes}>
        {data && hasSecondFactor(data) && <WayBack />}
        <PasswordSection />
        {data && (
          <>
            <AppSection data={data} onAdded={makeFirstCodes} />
            <SmsSection data={data} onAdded={makeFirstCodes} />
            <PasskeysSection data={data} onAdded={makeFirstCodes} />
          </>
        )}
        {!data && error && (
          <ErrorPanel text={errorText(error, t('fetch_failed'))}>
            <RetryButton onRetry={() => void refetch()} />
          </ErrorPanel>
        )}
        {!data && !error && (
          <Loading className={cardClass()}>
            <Skeleton className="h-130 desktop:h-80" />
          </Loading>
        )}
      </div>
      {data && hasSecondFactor(data) && (
        <RecoverySection left={data.recovery_codes_left} recovery={recovery} />
      )}
      <div className={besideCodes}>
        <SessionsSection />
      </div>
    </SettingsPage>
  )
}

/** Shown to a member who was sent here because the organisation requires a second factor. */
function WayBack() {
  const t = useText()
  const [search] = useSearchParams()
  const next = search.get('next')
  if (next === null) return null
  return (
    <output className={cardClass({ className: 'flex flex-wrap items-center justify-between gap-3' })}>
      <b className="font-semibold">{t('ready')}</b>
      <Link className={buttonClass()} to={returnAddress(next)}>
        {t('go_back')}
      </Link>
    </output>
  )
}
