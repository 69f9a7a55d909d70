import { terms } from '@muster/contract/terms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { KeysSection } from '../../ui/keys/keys-section.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { accountQuery, endAccount, keepAccount } from './account-api.ts'
import { NameSection } from './name-section.tsx'
import { useText } from './texts.ts'

export default function AccountSettingsPage() {
  const t = useText()
  const { data: account, error, refetch } = useQuery(accountQuery())
  return (
    <SettingsPage
      title={t('account.title')}
      intro={account && t('account.signed_in', { email: account.email })}
    >
      {!account && error && (
        <ErrorPanel text={errorText(error, t('account.fetch_failed'))}>
          <RetryButton onRetry={() => void refetch()} />
        </ErrorPanel>
      )}
      {!account && !error && (
        <Loading className={cardClass({ className: 'max-w-160' })}>
          <Skeleton className="h-40" />
        </Loading>
      )}
      {account && <NameSection account={account} />}
      {account && <KeysSection />}
      {account && (
        <section className={cardClass({ className: 'grid max-w-160 justify-items-start gap-4' })}>
          {account.ends_at ? <Ending ends_at={account.ends_at} /> : <EndAccount />}
        </section>
      )}
    </SettingsPage>
  )
}

function EndAccount() {
  const t = useText()
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const end = useMutation({
    mutationFn: endAccount,
    onSuccess: (account) => {
      client.setQueryData(accountQuery().queryKey, account)
      setIsAsked(false)
    },
  })
  return (
    <>
      <h2>{t('account.end_title')}</h2>
      <p>{t('account.end_text', { days: terms.termination_days })}</p>
      <Button kind="line" onClick={() => setIsAsked(true)}>
        {t('account.end')}
      </Button>
      {isAsked && (
        <AlertDialog
          title={t('account.end_question')}
          confirm={t('account.end')}
          busy={end.isPending && t('account.busy')}
          problem={end.error ? errorText(end.error, t('account.failed')) : undefined}
          onConfirm={() => end.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('account.end_text', { days: terms.termination_days })}</p>
        </AlertDialog>
      )}
    </>
  )
}

function Ending({ ends_at }: { ends_at: string }) {
  const t = useText()
  const format = useDateFormat('UTC')
  const client = useQueryClient()
  const keep = useMutation({
    mutationFn: keepAccount,
    onSuccess: (account) => {
      client.setQueryData(accountQuery().queryKey, account)
      showToast(t('account.kept'))
    },
  })
  return (
    <>
      <h2>{t('account.ending_title', { date: format.date(ends_at) })}</h2>
      <p>{t('account.ending_text')}</p>
      <Button busy={keep.isPending && t('account.busy')} onClick={() => keep.mutate()}>
        {t('account.keep')}
      </Button>
      <FormError text={keep.error ? errorText(keep.error, t('account.failed')) : undefined} />
    </>
  )
}
